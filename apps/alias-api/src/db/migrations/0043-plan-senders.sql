-- Where mail of a plan's aliases on platform domains leaves from: a subdomain of the alias's domain, with a key and a
-- return path of its own. The API writes the operator's choice here when it starts; a plan without one leaves from the
-- domain itself.
create table alias.plan_senders (
  plan      text primary key,
  subdomain text not null,
  constraint a_sending_plan_is_one_of check (plan in ('free', 'pro', 'business'))
);
grant select, insert, update, delete on alias.plan_senders to waypost_alias_api;
grant select on alias.plan_senders to waypost_alias_mail;
