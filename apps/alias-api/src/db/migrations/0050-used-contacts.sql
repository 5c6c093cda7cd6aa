alter table alias.contacts
  -- When mail last passed between the contact and the alias; of mail that is forwarded, to the day.
  add column used_at timestamptz not null default now(),
  -- Whether the owner has added or changed the contact. Those that are there already may be ones that the owner has.
  add column is_kept boolean not null default true;
-- From now on a contact is made by the mail that it sends, unless a statement says otherwise.
alter table alias.contacts alter column is_kept set default false;

grant update (used_at) on alias.contacts to waypost_alias_mail;
