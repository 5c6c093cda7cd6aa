-- Whose owners the issuer of the JWTs has mailed that a webhook fails, and of which time. While it does, the notice is claimed.
create table automation.webhook_notices (
  webhook_id    uuid primary key references automation.webhooks on delete cascade,
  owner_id      text not null,
  failing_since timestamptz not null,
  notice_id     uuid not null,
  claimed_until timestamptz not null,
  told_at       timestamptz
);
create unique index webhook_notices_by_notice on automation.webhook_notices (notice_id);
create index webhook_notices_by_owner on automation.webhook_notices (owner_id, claimed_until);

grant select, insert, update on automation.webhook_notices to waypost_automation_api;
