-- The emails whose forward is withheld: found without a look at all others, and told to their owners once a day. An index of
-- `emails` by that state would cost every forward, since a row whose indexed state changes is written anew in each index.
create table alias.withheld_emails (
  email_id    uuid primary key references alias.emails on delete cascade,
  owner_id    text not null,
  withheld_at timestamptz not null,
  -- Whether its owner was told in a digest, or needs not be: spam is listed apart.
  is_told     boolean not null default false
);
create index withheld_emails_by_owner on alias.withheld_emails (owner_id, email_id);
create index withheld_emails_to_tell on alias.withheld_emails (withheld_at) where not is_told;
create index withheld_emails_to_tell_by_owner on alias.withheld_emails (owner_id) where not is_told;

create function alias.list_withheld_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.forward_status = 'withheld' then
    insert into alias.withheld_emails (email_id, owner_id, withheld_at, is_told)
    values (new.id, new.owner_id, coalesce(new.forwarded_at, new.received_at), new.is_spam) on conflict (email_id) do nothing;
  else
    delete from alias.withheld_emails where email_id = new.id;
  end if;
  return null;
end
$$;
-- A trigger, since processes of the version before withhold emails too. Other forwards do not call it.
create trigger withheld_emails_are_listed after update of forward_status on alias.emails for each row
  when ((coalesce(old.forward_status, '') = 'withheld') <> (coalesce(new.forward_status, '') = 'withheld'))
  execute function alias.list_withheld_email();

grant select on alias.withheld_emails to waypost_alias_api;
grant update (is_told) on alias.withheld_emails to waypost_alias_api;
