#!/bin/sh
# Run once by the image of Postgres, when its data directory is empty. Creates a login for each process, a member of the
# process's role only, with the name and password in the URL of the process.
set -eu

# The part of a URL between `postgres://` and `@`.
credentials() {
  sed -E 's|^postgres://([^@]+)@.*$|\1|' "/run/secrets/$1_database_url"
}

# Passed to psql as variables, not as part of the SQL, and by standard input, not as arguments, which other users can see.
create_login() {
  given=$(credentials "$1")
  {
    printf '\\set name %s\n\\set password %s\n' "${given%%:*}" "${given#*:}"
    cat
  } | psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB"
}

create_login migration <<'SQL'
create role :"name" login password :'password';
-- It owns the database and everything in it. No other login may create anything, not even a temporary table.
select format('alter database %I owner to %I', current_database(), :'name') \gexec
select format('revoke all on database %I from public', current_database()) \gexec
SQL

for process in dashboard automation_api automation_runner alias_api alias_mail dispatcher; do
  create_login "$process" <<SQL
create role :"name" login password :'password' in role waypost_$process;
select format('grant connect on database %I to %I', current_database(), :'name') \gexec
SQL
done
