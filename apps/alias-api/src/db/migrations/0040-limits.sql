-- How much an account may have and do, by its plan. The API writes the operator's numbers here when it starts, and every
-- process reads them here.
create table alias.plan_limits (
  plan                 text primary key,
  recipients_per_day   integer not null,
  stored_bytes         bigint not null,
  webhooks             integer not null,
  addresses            integer not null,
  forwarding_addresses integer not null,
  domains              integer not null,
  constraint a_limited_plan_is_one_of check (plan in ('free', 'pro', 'business'))
);
insert into alias.plan_limits values
  ('free', 20, 1073741824, 100, 1000, 20, 0),
  ('pro', 500, 1073741824, 100, 5000, 100, 0),
  ('business', 5000, 1073741824, 100, 50000, 500, 100);

-- What an operator has set for one account; null: as its plan has it.
create table alias.account_limits (
  account_id           text primary key,
  recipients_per_day   integer,
  stored_bytes         bigint,
  webhooks             integer,
  addresses            integer,
  forwarding_addresses integer,
  domains              integer
);

-- What an account has sent on a day (UTC), and what came back of it on that day.
create table alias.sending_days (
  account_id text not null,
  day        date not null,
  recipients integer not null default 0,
  bounces    integer not null default 0,
  complaints integer not null default 0,
  primary key (account_id, day)
) with (fillfactor = 50);
create index sending_days_by_age on alias.sending_days (day);

grant select, insert, update on alias.plan_limits, alias.account_limits to waypost_alias_api;
grant select on alias.plan_limits, alias.account_limits to waypost_alias_mail;
grant select, insert, update on alias.sending_days to waypost_alias_api, waypost_alias_mail;
grant delete on alias.sending_days to waypost_alias_mail;
