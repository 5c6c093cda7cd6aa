import type { Client } from 'pg'

/**
 * Ensures that a database can hold distributed schemas, and gives it what the statements of the product and of pg-boss need
 * there. Safe to repeat.
 *
 * @param createRoles after the checks, so that a refused command changes nothing
 * @throws if the database has no Citus, or no workers
 */
export async function prepareCitus(client: Client, createRoles: () => Promise<void>): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 0)
    throw new Error(
      'the database has no Citus: "create extension citus" on the coordinator and on each worker',
    )
  const { rows } = await client.query<{ here: boolean; workers: number }>(
    `select (select groupid = 0 from pg_dist_local_group) as here, count(*)::integer as workers
     from citus_get_active_worker_nodes()`,
  )
  if (!rows[0]!.here) throw new Error('the database is a worker: migrate by the URL of the coordinator')
  if (rows[0]!.workers === 0)
    throw new Error('the coordinator has no workers: add them with "select citus_add_node(host, port)"')
  await createRoles()
  await letRolesConnect(client)
  await createOperators(client)
  const database = client.escapeIdentifier(client.database!)
  // The triggers of a service write only its own tables, which are all on one node.
  await client.query(`alter database ${database} set citus.enable_unsafe_triggers = on`)
  await client.query(`set citus.enable_unsafe_triggers = on`)
  await client.query(`alter database ${database} set search_path = waypost_citus, pg_catalog, public`)
}

/** Whether a database was prepared for Citus by an earlier migration. */
export async function isOnCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regnamespace('waypost_citus') is not null as found`,
  )
  return rows[0]!.found
}

/** Citus connects to a worker as the role of the session. A login without a password lets in whom `pg_hba.conf` trusts only. */
async function letRolesConnect(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles where rolname like 'waypost\\_%' and not rolcanlogin`,
  )
  for (const { name } of rows) await client.query(`alter role ${client.escapeIdentifier(name)} login`)
}

/**
 * `timestamptz + interval` is stable, because days and months depend on the session's time zone. In an UPDATE or DELETE, Citus
 * refuses stable functions of columns. pg-boss deletes and retries jobs by such sums, of seconds, which depend on no time
 * zone. So sessions find these operators before those of Postgres.
 */
async function createOperators(client: Client): Promise<void> {
  // Operators are not among the objects that Citus creates on its workers.
  const block = `
    do $do$ begin
      perform set_config('citus.enable_ddl_propagation', 'off', true);
      create schema if not exists waypost_citus;
      grant usage on schema waypost_citus to public;
      ${createOperator('add_seconds', '+')}
      ${createOperator('subtract_seconds', '-')}
    end $do$`
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as node, success, result
     from run_command_on_all_nodes($1) join pg_dist_node using (nodeid)`,
    [block],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`${failed.node}: ${failed.result}`)
}

const createOperator = (name: string, operator: string) => `
    create or replace function waypost_citus.${name}(timestamptz, interval) returns timestamptz
      language plpgsql immutable strict parallel safe as 'begin return $1 operator(pg_catalog.${operator}) $2; end';
    if to_regoperator('waypost_citus.${operator}(timestamptz, interval)') is null then
      create operator waypost_citus.${operator} (
        leftarg = timestamptz, rightarg = interval, function = waypost_citus.${name});
    end if;`
