-- The public key to which mail to the mailbox is encrypted, without what others have certified. Null: it is not encrypted.
alter table alias.forwarding_addresses
  add column if not exists pgp_key text,
  add column if not exists pgp_fingerprint text,
  add column if not exists pgp_expires_at timestamptz,
  -- Whether the subject is encrypted too.
  add column if not exists hides_subject boolean not null default false;
