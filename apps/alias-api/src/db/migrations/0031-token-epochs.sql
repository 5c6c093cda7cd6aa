alter table alias.accounts
  -- JWTs of an earlier epoch are refused.
  add column token_epoch integer not null default 0,
  -- The epoch that last put keys, webhooks and forwarding on hold: a request for it that comes twice does it once.
  add column hold_epoch integer not null default 0;

-- Set while it is off until its owner has confirmed it.
alter table alias.api_keys add column held_at timestamptz;
alter table alias.forwarding_rules add column held_at timestamptz;
