-- Upload steps may be within other steps, which name the steps within them `steps` and `else`.
create function automation.steps_of(actions jsonb) returns setof jsonb
language sql immutable set search_path = '' as $$
  with recursive steps(step) as (
    select jsonb_array_elements(actions)
    union all
    select nested
    from steps, lateral (
      select jsonb_array_elements(step -> 'steps') where jsonb_typeof(step -> 'steps') = 'array'
      union all
      select jsonb_array_elements(step -> 'else') where jsonb_typeof(step -> 'else') = 'array'
    ) within(nested)
  )
  select step from steps
$$;

create or replace function automation.files_of(actions jsonb) returns table (blob_id uuid, size bigint)
language sql immutable set search_path = '' as $$
  select distinct (step -> 'file' ->> 'blobId')::uuid, (step -> 'file' ->> 'size')::bigint
  from automation.steps_of(actions) step
  where step ->> 'type' = 'upload' and step -> 'file' ? 'blobId' order by 1
$$;

-- A step that is performed again in a loop replaces its screenshot.
create or replace function automation.count_screenshot() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    insert into automation.usage_changes (owner_id, bytes)
      select owner_id, octet_length(new.image) from automation.executions where id = new.execution_id;
  end if;
  if tg_op <> 'INSERT' then
    -- Of a deleted execution there is no row any more: its own trigger has counted all of its screenshots.
    insert into automation.usage_changes (owner_id, bytes)
      select owner_id, -octet_length(old.image) from automation.executions where id = old.execution_id;
  end if;
  return null;
end
$$;
create trigger replaced_screenshots_are_counted after update of image on automation.step_screenshots
  for each row execute function automation.count_screenshot();

grant update (image) on automation.step_screenshots to waypost_automation_runner;
