-- The browser that an automation wants, where it is another than the usual one.
alter table automation.automations add column browser jsonb;
alter table automation.automation_versions add column browser jsonb;
