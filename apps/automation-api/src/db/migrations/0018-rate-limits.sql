-- How many requests each account has made in the present minute. Unlogged: after a crash a minute begins anew.
create unlogged table automation.rate_limits (
  -- `keys:<account>` or `person:<account>`.
  bucket  text primary key,
  used    integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create index rate_limits_by_end on automation.rate_limits (ends_at);

grant select, insert, update, delete on automation.rate_limits to waypost_automation_api;
