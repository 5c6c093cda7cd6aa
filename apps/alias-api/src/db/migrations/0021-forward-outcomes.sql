-- What became of a received email that a rule wants forwarded; null where none does.
-- allow blocking-constraint: from before the first release, when no replica ran.
alter table alias.emails
  add column forward_status text,
  add column forward_to     text,
  add column forward_reason text,
  add constraint a_forward_is_one_of
    check (forward_status in ('withheld', 'queued', 'sent', 'bounced', 'failed')),
  add constraint only_what_did_not_arrive_elsewhere_has_a_reason
    check (forward_reason is null or forward_status in ('withheld', 'bounced', 'failed'));

-- Where what leaves is returned to when it cannot be delivered: `bounces+<token>@` the domain of its alias. 100 random
-- bits, which only those know who were given the mail.
create table alias.return_paths (
  token                 text primary key,
  -- No foreign keys: a bounce of what is gone meanwhile tells nobody anything.
  email_id              uuid not null,
  -- Where it was forwarded to; null for a sent email.
  forwarding_address_id uuid,
  created_at            timestamptz not null
);
create index return_paths_by_age on alias.return_paths (created_at);

alter table alias.departures
  -- The received email that it is a forward of, and where to.
  add column forwarded_email_id    uuid,
  add column forwarding_address_id uuid;

grant select, insert, delete on alias.return_paths to waypost_alias_mail;
grant insert on alias.return_paths to waypost_alias_api;
grant update (verified_at, token_hash, token_expires_at) on alias.forwarding_addresses to waypost_alias_mail;
