-- An account may be on its way before it has made a request.
alter table alias.accounts alter column created_at set default now();

-- Of the first database: accounts that are on their way from one database of the service to another (null: the first one),
-- with the step that is to be done.
create table alias.moves (
  account_id  text primary key,
  from_cell   text,
  to_cell     text,
  step        text not null,
  -- The first transaction of the database that it leaves whose writes are not in the copy.
  compared_at bigint,
  -- What it has in the object store, which is the same for both.
  objects     uuid[] not null default '{}',
  begun_at    timestamptz not null default now()
);

-- Jobs of accounts that are on their way, which were waiting in the queues.
create table alias.moved_jobs (
  id           uuid primary key,
  owner_id     text not null,
  queue_schema text not null,
  queue        text not null,
  priority     integer not null,
  data         jsonb not null,
  start_after  timestamptz not null
);
create index moved_jobs_by_owner on alias.moved_jobs (owner_id);
