-- Adds up the errors of two settlements of one webhook and hour: status or name of the error → { count, lastAt }, the newest
-- `kinds` alone. By its arguments alone: Citus takes only immutable functions in the DO UPDATE of an INSERT, and those of JSON
-- are stable.
create function {{schema}}.merged_errors(one jsonb, other jsonb, kinds integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(error, jsonb_build_object('count', count, 'lastAt', last_at)) from (
      select key as error, sum((value ->> 'count')::integer) as count, max(value ->> 'lastAt') as last_at
      from (select * from jsonb_each(one) union all select * from jsonb_each(other)) each
      group by key order by last_at desc limit kinds
    ) newest
  );
end
$$;
