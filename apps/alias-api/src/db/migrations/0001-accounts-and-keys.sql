-- `owner_id` in every table but these two is an account's live or its test data: `live:<account>` or `test:<account>`.
-- So whatever is asked for its owner's rows can never see those of the other mode.

create table alias.accounts (
  -- The `sub` of the JWTs that speak for it.
  id         text primary key,
  -- As the last JWT said; null where none has said it.
  email      text,
  plan       text not null default 'free',
  created_at timestamptz not null,
  constraint a_plan_is_one_of check (plan in ('free', 'pro', 'business'))
);

create table alias.api_keys (
  id           uuid primary key,
  account_id   text not null,
  name         text not null,
  -- The beginning of the key, by which its owner tells it from others.
  prefix       text not null,
  -- SHA-256 of the whole key; the key itself is nowhere.
  key_hash     bytea not null,
  scopes       text[] not null,
  mode         text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  -- For good.
  revoked_at   timestamptz,
  constraint a_key_is_found_by_its_hash unique (key_hash),
  constraint a_mode_is_one_of check (mode in ('live', 'test'))
);
create index api_keys_by_account on alias.api_keys (account_id, id desc);

grant select, insert, update on alias.accounts to waypost_alias_api;
grant select, insert, update on alias.api_keys to waypost_alias_api;
grant usage on schema alias to waypost_alias_mail;
grant select on alias.accounts to waypost_alias_mail;
