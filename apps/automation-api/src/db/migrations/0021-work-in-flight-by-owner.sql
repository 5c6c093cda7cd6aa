-- outside of a transaction
drop index concurrently if exists automation.parked_executions_by_owner;
-- Which of them is next where one of its owner's runs has ended.
create index concurrently parked_executions_by_owner on automation.executions (owner_id, id)
  where status = 'pending' and parked_at is not null;
drop index concurrently if exists automation.waiting_jobs_by_owner;
create index concurrently waiting_jobs_by_owner on automation.jobs (owner_id)
  where status = 'pending' and begun_at is null;
drop index concurrently if exists automation.intents_under_way_by_owner;
create index concurrently intents_under_way_by_owner on automation.intents (owner_id)
  where status in ('received', 'generating');
