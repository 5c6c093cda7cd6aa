-- Before which step of an automation it begins, which may be within another one.
alter table automation.recordings add column before_step text;
