-- How runs of an automation stay signed in.
alter table automation.automations add column login jsonb;
alter table automation.automation_versions add column login jsonb;

-- Traces of runs are files of theirs; which runs have one is up to the automation, by default those that failed.
alter table automation.artifacts drop constraint artifacts_kind_check;
alter table automation.artifacts add constraint artifacts_kind_check
  check (kind in ('download', 'pdf', 'screenshot', 'data', 'trace')) not valid;
alter table automation.automations add column trace text;
alter table automation.automation_versions add column trace text;
