-- The forwards of a received email that goes to several mailboxes. One to a single mailbox has its columns in `emails` alone.
create table alias.email_forwards (
  email_id              uuid not null references alias.emails on delete cascade,
  number                integer not null,
  -- No foreign key: what became of it is shown after the mailbox is gone.
  forwarding_address_id uuid not null,
  address               text not null,
  -- Null until it is decided whether to forward it.
  status                text,
  reason                text,
  removed               jsonb,
  primary key (email_id, number),
  constraint a_forward_of_several_is_one_of check (status in ('withheld', 'queued', 'sent', 'bounced', 'failed'))
);
create index email_forwards_by_destination on alias.email_forwards (forwarding_address_id, email_id);

-- To how many mailboxes an email is forwarded; null: to one at most. Its `forward_` columns are then those of one of its
-- forwards: of one that waits, or else of the worst.
alter table alias.emails add column forward_count integer;

grant select, insert, update, delete on alias.email_forwards to waypost_alias_api, waypost_alias_mail;
