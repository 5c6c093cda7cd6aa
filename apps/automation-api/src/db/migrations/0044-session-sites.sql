-- What a person tells sessions apart by. Those that were saved before have none.
alter table automation.sessions add column site text;
grant select (site) on automation.sessions to waypost_automation_api;
