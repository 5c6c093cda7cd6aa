-- For misspelt words. Trusted: who may create in the database may install it.
create extension if not exists pg_trgm;

-- What a request in plain language is compared with, written when one is first matched after a change. One that is of
-- another version than its automation, or in another form than the code's, is made anew and not read.
create table automation.automation_profiles (
  automation_id uuid primary key references automation.automations on delete cascade,
  version       integer not null,
  form          integer not null,
  -- Every word once, as it is written: what a misspelt one may have been meant to be.
  words         text[] not null,
  -- Its name (A), what it says of itself and where it goes (B), its steps (C).
  document      tsvector not null,
  -- Hosts, variables, and what it does.
  facts         jsonb not null,
  -- Of the name and of the whole: numbers from -127 to 127, so that many can be read at once. Null without the model.
  embeddings    bytea
);

grant select, insert, update on automation.automation_profiles to waypost_automation_api, waypost_automation_runner;
