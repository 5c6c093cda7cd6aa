-- The audit log is kept in months (UTC), so that one of the past goes as a whole, without its rows being read or written.
-- Its ids are UUIDv7, which are in the order of time: the months are ranges of ids, and its key stays what it was.

create function {{schema}}.first_id_at(at timestamptz) returns uuid
language sql immutable set search_path = '' as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Everything that is there, and what comes until the first month has begun, will be one partition: with this it need not
-- be read to know that it fits. Ten days at least are left for the next two files.
do $$
begin
  execute format(
    'alter table {{schema}}.audit_logs add constraint before_the_first_month check (id < %L) not valid',
    {{schema}}.first_id_at(date_trunc('month', now() + interval '10 days', 'UTC') + interval '1 month'));
end
$$;
