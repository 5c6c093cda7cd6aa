create table automation.intents (
  id               uuid primary key,
  owner_id         text not null,
  -- Carries its URL and what it was given, and its run where it comes to one.
  job_id           uuid not null references automation.jobs,
  text             text not null,
  -- Whoever asked may also have an automation written.
  may_generate     boolean not null,
  -- On whose behalf it was asked, for the audit.
  key_id           uuid,
  ip               text not null,
  status           text not null default 'received',
  -- A runner is at it: what it leaves unfinished is not begun a second time.
  generating_since timestamptz,
  automation_id    uuid,
  score            real,
  margin           real,
  candidates       jsonb not null default '[]',
  reason           text,
  error            text,
  created_at       timestamptz not null,
  completed_at     timestamptz,
  constraint an_intent_is_one_of
    check (status in ('received', 'resolved', 'generating', 'generated', 'executed', 'failed')),
  constraint an_ended_intent_has_completed_at
    check ((status in ('generated', 'executed', 'failed')) = (completed_at is not null))
);
create unique index one_intent_per_job on automation.intents (job_id);
create index intents_by_owner on automation.intents (owner_id, id);
create index intents_under_way on automation.intents (created_at) where status in ('received', 'generating');

grant select, insert, update on automation.intents to waypost_automation_api;
grant select on automation.intents to waypost_automation_runner;
grant update (status, generating_since, automation_id, score, margin, candidates, reason, error, completed_at)
  on automation.intents to waypost_automation_runner;
-- It finds the target of an intent's job, or writes it.
grant update (target_id, number) on automation.jobs to waypost_automation_runner;
grant insert on automation.automations, automation.audit_logs to waypost_automation_runner;
