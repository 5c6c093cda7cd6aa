-- The roles of the processes. They own nothing: each is granted its privileges next to each table, in the migration that
-- creates it, and for the queues where they are installed. The login that migrates owns every object.
--
-- The roles cannot log in. Give each process a login of its own that is a member of its role
-- (`create role automation_api_1 login password '…' in role waypost_automation_api`), and its URL to that process.
-- With one DATABASE_URL for all processes, each still acts as its role from the start of its sessions.
--
-- Run by the migrations, and repeatable. If the login that migrates cannot create roles, run it once by hand.
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
    -- For autoscaling and monitoring, not a process. It can read the numbers of due jobs, but not the jobs.
    'waypost_monitor'
  ] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
        execute format('grant %I to current_user', name);
      exception
        -- Roles belong to the cluster: a migration of another of its databases may create them at the same time.
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end
$$;
