-- In one transaction: whoever comes meanwhile waits some milliseconds and finds a table of the same name and columns.
-- allow renamed: a table of that name takes its place in this transaction.
alter table {{schema}}.audit_logs rename to audit_logs_past;
do $$
declare
  index_name text;
begin
  for index_name in select relname from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = '{{schema}}.audit_logs_past'::regclass
  loop
    execute format('alter index {{schema}}.%I rename to %I', index_name,
      replace(index_name, 'audit_logs', 'audit_logs_past'));
  end loop;
end
$$;

create table {{schema}}.audit_logs (like {{schema}}.audit_logs_past including constraints, primary key (id))
  partition by range (id);
alter table {{schema}}.audit_logs drop constraint before_the_first_month;
-- The same indexes, so that those of the past become parts of them and none is built.
do $$
declare
  definition text;
begin
  for definition in select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = '{{schema}}.audit_logs_past'::regclass and not indisprimary
  loop
    execute replace(replace(definition, 'INDEX audit_logs_past', 'INDEX audit_logs'), '{{schema}}.audit_logs_past', '{{schema}}.audit_logs');
  end loop;
  execute format('alter table {{schema}}.audit_logs attach partition {{schema}}.audit_logs_past for values from (minvalue) to (%L)',
    (select substring(pg_get_constraintdef(oid) from '[0-9a-f-]{36}') from pg_constraint
     where conrelid = '{{schema}}.audit_logs_past'::regclass and conname = 'before_the_first_month'));
end
$$;
alter table {{schema}}.audit_logs_past drop constraint before_the_first_month;
-- For what finds no month, because nobody has made it: nothing is ever refused.
create table {{schema}}.audit_logs_rest partition of {{schema}}.audit_logs default;

-- Rights are those of the whole.
-- allow revoked: they are given by the name that old replicas know.
revoke all on {{schema}}.audit_logs_past from {{producers}};
grant insert on {{schema}}.audit_logs to {{producers}};
grant select on {{schema}}.audit_logs to {{api}};

-- Makes this month and the two after it. Whoever calls it could not do so himself: nobody but the login that migrates
-- owns anything.
create function {{schema}}.make_audit_log_months() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  month timestamptz;
  name text;
  from_id uuid;
  to_id uuid;
  made integer := 0;
  past_to uuid := (
    select substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]{36})''\)') from pg_class
    where oid = to_regclass('{{schema}}.audit_logs_past'));
begin
  for ahead in 0..2 loop
    month := timezone('UTC', date_trunc('month', timezone('UTC', now())) + make_interval(months => ahead));
    name := 'audit_logs_' || to_char(timezone('UTC', month), 'YYYY_MM');
    from_id := {{schema}}.first_id_at(month);
    to_id := {{schema}}.first_id_at(timezone('UTC', timezone('UTC', month) + interval '1 month'));
    continue when to_regclass('{{schema}}.' || name) is not null or from_id < past_to
      -- It came too late: that month stays where it is.
      or exists (select from {{schema}}.audit_logs_rest where id >= from_id and id < to_id);
    -- Made apart and then attached, which hinders nobody who reads or writes.
    execute format('create table {{schema}}.%I (like {{schema}}.audit_logs including constraints)', name);
    execute format('alter table {{schema}}.audit_logs attach partition {{schema}}.%I for values from (%L) to (%L)',
      name, from_id, to_id);
    made := made + 1;
  end loop;
  return made;
end
$$;

-- Takes the oldest month away that ended before a time, in two calls: the first one takes it out of the log, which needs
-- the log for a moment for itself, and the second one counts what was in it and deletes it. Null: there is nothing to do.
create function {{schema}}.drop_audit_log_month(before timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  name text;
  total bigint;
begin
  -- Whoever takes over a process must not be able to take its own traces away.
  if before > now() - interval '30 days' then
    raise exception 'audit logs are kept for 30 days at least' using errcode = 'insufficient_privilege';
  end if;

  select relname into name from pg_class
  where relnamespace = '{{schema}}'::regnamespace and relname ~ '^removed_audit_logs_' and relkind = 'r'
  order by relname limit 1;
  if found then
    execute format('select count(*) from {{schema}}.%I', name) into total;
    {{whenRemoved}}
    execute format('drop table {{schema}}.%I', name);
    return total;
  end if;

  select child.relname into name
  from pg_inherits join pg_class child on child.oid = inhrelid,
    substring(pg_get_expr(child.relpartbound, child.oid) from 'TO \(''([0-9a-f-]{36})''\)') as to_id
  where inhparent = '{{schema}}.audit_logs'::regclass and to_id::uuid <= {{schema}}.first_id_at(before)
  order by to_id limit 1;
  if not found then
    return null;
  end if;
  execute format('alter table {{schema}}.audit_logs detach partition {{schema}}.%I', name);
  execute format('alter table {{schema}}.%I rename to %I', name, 'removed_' || name);
  return 0;
end
$$;

-- allow revoked: nobody has it yet.
revoke execute on function {{schema}}.make_audit_log_months(), {{schema}}.drop_audit_log_month(timestamptz) from public;
grant execute on function {{schema}}.make_audit_log_months(), {{schema}}.drop_audit_log_month(timestamptz) to {{api}};

select {{schema}}.make_audit_log_months();
