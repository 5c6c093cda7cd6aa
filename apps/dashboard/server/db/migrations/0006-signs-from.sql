-- A key is published before it signs, so that whoever keeps the JWKS for a while has it by then. Null: from its making.
-- And the moment in `retired_at` may be still to come, for what it signed last to expire.
alter table accounts.signing_keys add column signs_from timestamptz;
