-- Whoever writes a version drops those that are then too many. A runner, which writes heals, looks at no more of them than
-- their numbers.
grant delete on automation.automation_versions to waypost_automation_api;
grant select (automation_id, version), delete on automation.automation_versions to waypost_automation_runner;
