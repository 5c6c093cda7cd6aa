-- How many requests somebody has made in a window of time, for all processes together. A crash of the database may
-- lose the count, hence unlogged: writing it costs no flush.
create unlogged table alias.rate_limits (
  -- `keys:<account>`, `person:<account>` or `ip:<client>`.
  bucket  text primary key,
  used    integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create index rate_limits_by_end on alias.rate_limits (ends_at);

grant select, insert, update, delete on alias.rate_limits to waypost_alias_api;
