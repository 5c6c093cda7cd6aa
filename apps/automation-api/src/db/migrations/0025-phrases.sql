-- What people say when they mean an automation, besides its name and its description.
alter table automation.automations add column phrases jsonb not null default '[]';
alter table automation.automation_versions add column phrases jsonb not null default '[]';
