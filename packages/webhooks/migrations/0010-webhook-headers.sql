-- Headers that every request to a webhook has besides ours: their names, and names with values as sealed JSON, which are opened
-- only to send.
alter table {{schema}}.webhooks add column header_names text[];
alter table {{schema}}.webhooks add column sealed_headers text;
