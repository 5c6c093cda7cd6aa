-- allow blocking-constraint: from before the first release, when no replica ran.
alter table automation.automations
  -- Who wrote its steps: a person, or the service from a request.
  add column origin     text not null default 'written',
  -- It may not run, save to be validated.
  add column is_draft   boolean not null default false,
  -- The latest one of its steps as they are now; none where they were changed since.
  add column validation jsonb,
  add constraint an_automation_is_either check (origin in ('written', 'generated')),
  add constraint what_a_person_wrote_is_no_draft check (origin = 'generated' or not is_draft);

-- Of an execution that only tries the steps out: which replay it is, and before which action it ends.
alter table automation.executions add column validation jsonb;

-- The runner ends a validation.
grant update (is_draft, validation) on automation.automations to waypost_automation_runner;
