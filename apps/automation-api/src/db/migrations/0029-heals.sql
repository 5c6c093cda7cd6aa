-- What the element of a step looked like when the step last succeeded.
create table automation.element_pictures (
  automation_id uuid not null references automation.automations (id) on delete cascade,
  action_name   text not null,
  owner_id      text not null,
  image         bytea not null,
  taken_at      timestamptz not null,
  primary key (automation_id, action_name)
);

-- Heals that runs have made, each step and element once, and what a person has decided about them.
create table automation.heals (
  id            uuid primary key,
  automation_id uuid not null references automation.automations (id) on delete cascade,
  owner_id      text not null,
  execution_id  uuid not null,
  action_name   text not null,
  -- The hash of the description of the element that was found.
  candidate     bytea not null,
  found_name    text not null,
  message       text not null,
  evidence      jsonb not null,
  old_selectors jsonb not null,
  new_selectors jsonb not null,
  frame         jsonb not null,
  -- What had been learned before, to which a refusal returns.
  lost          jsonb not null,
  before_image  bytea,
  now_image     bytea,
  decision      text check (decision in ('accepted', 'refused')),
  decided_at    timestamptz,
  created_at    timestamptz not null,
  unique (automation_id, action_name, candidate)
);

-- Pictures count as stored.
create function automation.count_element_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into automation.usage_changes (owner_id, bytes) values (old.owner_id, -octet_length(old.image));
  end if;
  if tg_op <> 'DELETE' then
    insert into automation.usage_changes (owner_id, bytes) values (new.owner_id, octet_length(new.image));
  end if;
  return null;
end
$$;
create trigger element_pictures_are_counted after insert or update of image or delete on automation.element_pictures
  for each row execute function automation.count_element_picture();

create function automation.count_heal_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before bigint := 0;
  after bigint := 0;
begin
  if tg_op <> 'INSERT' then
    before := coalesce(octet_length(old.before_image), 0) + coalesce(octet_length(old.now_image), 0);
  end if;
  if tg_op <> 'DELETE' then
    after := coalesce(octet_length(new.before_image), 0) + coalesce(octet_length(new.now_image), 0);
  end if;
  if after <> before then
    insert into automation.usage_changes (owner_id, bytes)
      values (case when tg_op = 'DELETE' then old.owner_id else new.owner_id end, after - before);
  end if;
  return null;
end
$$;
create trigger heal_pictures_are_counted after insert or update of before_image, now_image or delete on automation.heals
  for each row execute function automation.count_heal_pictures();

grant select, insert, update, delete on automation.element_pictures to waypost_automation_runner;
grant select, insert, delete on automation.heals to waypost_automation_runner;
grant update (execution_id, message, evidence, old_selectors, new_selectors, frame, now_image, created_at)
  on automation.heals to waypost_automation_runner;
grant select, delete on automation.heals to waypost_automation_api;
grant update (decision, decided_at) on automation.heals to waypost_automation_api;
grant select (automation_id, action_name), delete on automation.element_pictures to waypost_automation_api;
-- A refusal returns to what had been learned before the heal.
grant insert, update, select on automation.learned_elements to waypost_automation_api;
