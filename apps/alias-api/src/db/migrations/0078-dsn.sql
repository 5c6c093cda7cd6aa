-- What the client said of delivery status notifications (RFC 3461): `ret`, `envid`, and `orcpt` by recipient. Null: nothing.
alter table alias.messages add column dsn jsonb;
