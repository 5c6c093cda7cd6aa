-- What of the client's DSN the next server is told, for the recipient of the message. In a file of its own: send workers lock
-- these tables in the other order.
alter table alias.outbound_messages add column if not exists dsn jsonb;
