#!/bin/sh
# Run once by the image of Postgres, when its data directory is empty: a login for each process, a member of the
# process's role and of nothing else, with the name and password of the URL that the process is given.
set -eu

# What stands between `postgres://` and `@` in a URL.
credentials() {
  sed -E 's|^postgres://([^@]+)@.*$|\1|' "/run/secrets/$1_database_url"
}

# Given to psql as variables, never as part of the SQL, and by standard input, never as arguments that others can see.
create_login() {
  given=$(credentials "$1")
  {
    printf '\\set name %s\n\\set password %s\n' "${given%%:*}" "${given#*:}"
    cat
  } | psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB"
}

create_login migration <<'SQL'
create role :"name" login password :'password';
-- It owns the database, and so everything in it; nobody else may even make a temporary table.
select format('alter database %I owner to %I', current_database(), :'name') \gexec
select format('revoke all on database %I from public', current_database()) \gexec
SQL

for process in dashboard automation_api automation_runner alias_api alias_mail dispatcher; do
  create_login "$process" <<SQL
create role :"name" login password :'password' in role waypost_$process;
select format('grant connect on database %I to %I', current_database(), :'name') \gexec
SQL
done
