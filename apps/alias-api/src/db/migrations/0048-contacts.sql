-- Whom an alias has correspondence with. What its owner's mailbox sends to the reverse address leaves from the alias, to
-- the contact.
create table alias.contacts (
  id              uuid primary key,
  owner_id        text not null,
  address_id      uuid not null references alias.addresses on delete cascade,
  email           text not null,
  name            text,
  -- On the alias's domain, in lower case: 120 random bits, which only the mailbox knows.
  reverse_address text not null,
  -- Set where the alias refuses the contact's mail.
  blocked_at      timestamptz,
  created_at      timestamptz not null,
  constraint a_reverse_address_is_there_once unique (reverse_address)
);
create unique index one_contact_per_correspondent on alias.contacts (address_id, lower(email));
create index contacts_by_address on alias.contacts (address_id, id desc);

-- Which Message-ID a reply has in its author's mailbox. Its contact knows it by one that names the email, on the alias's
-- domain, so each side's references are translated for the other.
create table alias.reply_ids (
  contact_id uuid not null references alias.contacts on delete cascade,
  mailbox_id text not null,
  email_id   uuid not null references alias.emails on delete cascade,
  constraint a_reply_leaves_once primary key (contact_id, mailbox_id)
);
create index reply_ids_by_email on alias.reply_ids (email_id);

grant select, insert, update, delete on alias.contacts to waypost_alias_api;
grant select, insert on alias.contacts, alias.reply_ids to waypost_alias_mail;
