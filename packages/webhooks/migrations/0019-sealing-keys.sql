-- What shows that a process has the right ENCRYPTION_KEYS: for each key with which this service has sealed anything, what only that
-- key signs.
create table {{schema}}.sealing_keys (
  id         text primary key,
  signature  text not null,
  created_at timestamptz not null default now()
);
grant select, insert on {{schema}}.sealing_keys to {{producers}};
grant select on {{schema}}.sealing_keys to {{dispatcher}};
