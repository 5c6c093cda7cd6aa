-- Where somebody asked to be told of one thing by its URL, without registering a webhook for it: a row as any other to
-- the dispatcher, and not shown to its owner.
alter table {{schema}}.webhooks add column is_registered boolean not null default true;
-- allow blocking-index: from before the first release, when no replica ran.
create unique index one_callback_per_url on {{schema}}.webhooks (owner_id, url) where not is_registered;

-- What a delivery tells of, where its deliveries are asked for by that.
alter table {{schema}}.deliveries add column subject_id uuid;
-- allow blocking-index: from before the first release, when no replica ran.
create index deliveries_by_subject on {{schema}}.deliveries (subject_id, id) where subject_id is not null;

-- A receiver is told once, however often its URL is registered.
grant select (url, is_registered, created_at) on {{schema}}.webhooks to {{producers}};
