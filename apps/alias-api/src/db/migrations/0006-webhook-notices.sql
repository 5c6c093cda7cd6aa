-- Whom the service has written that it disabled a webhook of theirs, and of which time that was.
create table alias.webhook_notices (
  webhook_id  uuid primary key references alias.webhooks on delete cascade,
  disabled_at timestamptz not null
);
-- allow blocking-index: from before the first release, when no replica ran.
create index disabled_webhooks on alias.webhooks (disabled_at) where disabled_at is not null;

grant select, insert, update on alias.webhook_notices to waypost_alias_api;
