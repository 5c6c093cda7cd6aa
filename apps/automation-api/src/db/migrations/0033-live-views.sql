-- Where the runner of a running execution lets its owner watch it.
alter table automation.executions add column live_address text;
