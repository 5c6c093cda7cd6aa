-- The W3C trace context of whoever published it, or asked for it again: its attempts are part of that trace. Null where
-- nobody traced it.
alter table {{schema}}.deliveries add column trace_parent text;
