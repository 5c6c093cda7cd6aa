-- Which events a webhook wants, by their data: as its owner wrote it, and as events are compared with it.
alter table {{schema}}.webhooks add column filter json;
alter table {{schema}}.webhooks add column filter_path jsonpath;
grant select (filter_path) on {{schema}}.webhooks to {{producers}};
