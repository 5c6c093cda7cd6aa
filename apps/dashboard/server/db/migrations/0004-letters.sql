alter table accounts.accounts add column email_confirmed_at timestamptz;
grant update (email_confirmed_at) on accounts.accounts to waypost_dashboard;

-- What a link in a mail proves: who has it reads the mails of that address.
create table accounts.mailed_tokens (
  -- SHA-256 of the token; the token itself is in the mail alone.
  token_hash bytea primary key,
  account_id uuid not null references accounts.accounts on delete cascade,
  purpose    text not null,
  expires_at timestamptz not null,
  constraint mailed_tokens_have_a_known_purpose check (purpose in ('confirm_email', 'reset_password'))
);
create index mailed_tokens_by_account on accounts.mailed_tokens (account_id, purpose);
create index mailed_tokens_by_expiry on accounts.mailed_tokens (expires_at);

-- Mails to be written and sent. Their words are made when they leave, so that no link rests here; and one to an address
-- that nobody has is queued like any other, so that no answer takes longer for one that somebody has.
create table accounts.letters (
  id         uuid primary key,
  kind       text not null,
  recipient  text not null,
  created_at timestamptz not null,
  -- After that nobody would have any use for it.
  expires_at timestamptz not null,
  -- When it is tried next; set anew, and later, before each attempt.
  attempt_at timestamptz not null,
  attempts   integer not null,
  -- What it said, and when it left: in development only, where this is the mailbox.
  sent_at    timestamptz,
  subject    text,
  body       text
);
create index letters_to_send on accounts.letters (attempt_at) where sent_at is null;
create index letters_by_expiry on accounts.letters (expires_at);

grant select, insert, delete on accounts.mailed_tokens to waypost_dashboard;
grant select, insert, update (attempt_at, attempts, sent_at, subject, body), delete
  on accounts.letters to waypost_dashboard;
