-- Who works on the database. Nobody here owns anything: what each may do is granted beside each table, in the
-- migration that makes it, and for the queues where they are installed. The migrating login owns every object.
--
-- The roles cannot log in. Give each process a login of its own that is a member of its role
-- (`create role automation_api_1 login password '…' in role waypost_automation_api`), and its URL to that process.
-- With one DATABASE_URL for all, every process still acts as its role from the first byte of its sessions.
--
-- Run by the migrations; may be run again. Where the migrating login may not create roles, run it once by hand.
do $$
declare
  name text;
begin
  foreach name in array array[
    'waypost_automation_api',
    'waypost_automation_runner',
    'waypost_alias_api',
    'waypost_alias_mail',
    'waypost_dispatcher',
    'waypost_dashboard',
    -- No process: who scales and watches. It sees how much there is to do, and nothing of what it is.
    'waypost_monitor'
  ] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
        execute format('grant %I to current_user', name);
      exception
        -- Roles belong to the cluster, and another of its databases may be migrating at the same moment.
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end
$$;
