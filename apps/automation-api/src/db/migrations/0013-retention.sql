-- The API takes away what ended long ago, where the operator says how long that is. It may delete executions already.
grant delete on automation.step_screenshots, automation.pipeline_runs, automation.jobs, automation.intents
  to waypost_automation_api;
