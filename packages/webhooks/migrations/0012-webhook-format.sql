-- The chat service whose message form a webhook gets; null for the events themselves.
alter table {{schema}}.webhooks add column format text;
