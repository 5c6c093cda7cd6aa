-- How many deliveries a webhook gets a second at most, and where its pace is: when it may be given the next ones, and how many
-- times it has been given some in a round of a second. Dispatchers share both, and so the limit.
alter table {{schema}}.webhooks add column max_per_second integer;
alter table {{schema}}.webhooks add column paced_until timestamptz;
alter table {{schema}}.webhooks add column paced_ticks integer not null default 0;
grant update (paced_until, paced_ticks) on {{schema}}.webhooks to {{dispatcher}};
