-- The dispatcher takes away deliveries that ended long ago, where the operator says how long that is.
grant delete on {{schema}}.deliveries to {{dispatcher}};
