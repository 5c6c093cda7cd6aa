-- A run that waits for a person: what for, and since when; and when the person gave it back.
alter table automation.executions add column waiting jsonb, add column resumed_at timestamptz;
