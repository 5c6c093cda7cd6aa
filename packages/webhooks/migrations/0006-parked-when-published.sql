-- Whoever publishes an event parks it for a receiver that is far behind.
grant select (id, webhook_id, is_parked) on {{schema}}.deliveries to {{producers}};
