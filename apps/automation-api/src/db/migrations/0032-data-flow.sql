-- What members of a pipeline get from earlier ones, and of a run as it was when it was accepted.
alter table automation.pipelines add column members jsonb not null default '[]';
alter table automation.pipeline_run_members
  add column settings jsonb,
  -- Of a member that runs once for each row: how many there are, and how far it has come.
  add column fan_out jsonb;

grant update (fan_out) on automation.pipeline_run_members to waypost_automation_runner;
