-- What owners choose for their account in this service.
create table automation.account_settings (
  owner_id   text primary key,
  -- An IANA name; null: none is chosen.
  time_zone  text,
  updated_at timestamptz not null
);
grant select, insert, update on automation.account_settings to waypost_automation_api;
