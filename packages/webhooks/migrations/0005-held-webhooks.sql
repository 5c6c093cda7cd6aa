-- Set while a webhook is off until its owner has confirmed it, after an account was recovered.
alter table {{schema}}.webhooks add column held_at timestamptz;
