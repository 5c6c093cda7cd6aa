import type { Client } from 'pg'

interface Node {
  host: string
  port: number
}

const nodes = 'nodename as host, nodeport as port'

/**
 * Puts a service's schema and the jobs of its queue schemas on one worker, so that a transaction that makes an event stays on
 * one node. What is already there stays there, and a schema that is distributed for the first time gets the worker with the
 * fewest schemas. Whatever is moved cannot be written meanwhile.
 *
 * @param queueSchemas schemas of pg-boss
 * @returns what was done, a line for each schema
 */
export async function placeService(
  client: Client,
  { schema, queueSchemas }: { schema: string; queueSchemas: string[] },
): Promise<string[]> {
  const done: string[] = []
  if (!(await isDistributedSchema(client, schema))) {
    // Before Citus puts the schema anywhere, or its bytes would count there.
    const worker = await findEmptiestWorker(client, schema)
    await client.query('select citus_schema_distribute($1::regnamespace)', [schema])
    await dropLocalRows(client, schema)
    await moveTable(client, `${schema}.migrations`, worker)
    done.push(`${schema} is on ${worker.host}:${worker.port}`)
  }
  await createFunctionsOnWorkers(client, [schema, ...queueSchemas])
  const worker = await nodeOf(client, `${schema}.migrations`)
  for (const queueSchema of queueSchemas) {
    const isNew = !(await isDistributedTable(client, `${queueSchema}.job`))
    if (isNew) await distributeJobs(client, queueSchema)
    const isMoved = await moveTable(client, await anyPartition(client, `${queueSchema}.job`), worker)
    if (isNew || isMoved) done.push(`the jobs of ${queueSchema} are on ${worker.host}:${worker.port}`)
  }
  return done
}

async function isDistributedSchema(client: Client, schema: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_dist_schema where schemaid = $1::regnamespace::oid',
    [schema],
  )
  return rowCount === 1
}

async function isDistributedTable(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_dist_partition where logicalrelid = to_regclass($1)',
    [table],
  )
  return rowCount === 1
}

/**
 * Distributes the tables of jobs, which have no foreign keys to their queues. The others of pg-boss stay on the coordinator, where
 * its housekeeping is ordinary SQL.
 */
async function distributeJobs(client: Client, schema: string): Promise<void> {
  const distribute = 'select create_distributed_table($1, null::text, colocate_with => $2)'
  await client.query(distribute, [`${schema}.job`, 'none'])
  await client.query(distribute, [`${schema}.job_dependency`, `${schema}.job`])
  await dropLocalRows(client, schema)
}

/** Functions that a migration made before the database had workers. */
async function createFunctionsOnWorkers(client: Client, schemas: string[]): Promise<void> {
  await client.query(
    `select create_distributed_function(pg_proc.oid::regprocedure) from pg_proc
     where pronamespace::regnamespace::text = any($1) and prokind = 'f' and not exists (
       select from pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)`,
    [schemas],
  )
}

/** Drops what the coordinator still has of rows that were copied to a worker, which would outlive them there. */
async function dropLocalRows(client: Client, schema: string): Promise<void> {
  await client.query(
    `select truncate_local_data_after_distributing_table(logicalrelid)
     from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
     where relnamespace = $1::regnamespace and not relispartition`,
    [schema],
  )
}

/** The worker with the fewest services of this database, and of these the one with the fewest bytes of all databases. */
async function findEmptiestWorker(client: Client, schema: string): Promise<Node> {
  const { rows } = await client.query<Node>(
    `select ${nodes} from pg_dist_node
     join run_command_on_workers('select sum(pg_database_size(oid)) from pg_database') as used using (nodename, nodeport)
     left join (
       select distinct nodename, nodeport, relnamespace from citus_shards join pg_class on pg_class.oid = table_name
       where relnamespace in (select schemaid from pg_dist_schema where schemaid <> $1::regnamespace::oid)
     ) placed using (nodename, nodeport)
     where isactive and shouldhaveshards and groupid <> 0
     group by nodename, nodeport
     order by count(relnamespace), min(case when used.success then result::bigint end), nodeport, nodename limit 1`,
    [schema],
  )
  return rows[0]!
}

async function nodeOf(client: Client, table: string): Promise<Node & { shard: string }> {
  const { rows } = await client.query<Node & { shard: string }>(
    `select ${nodes}, shardid as shard from citus_shards where table_name = $1::regclass`,
    [table],
  )
  return rows[0]!
}

async function anyPartition(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass limit 1',
    [table],
  )
  return rows[0]!.name
}

/** Moves a table with all tables that are placed with it. */
async function moveTable(client: Client, table: string, to: Node): Promise<boolean> {
  const from = await nodeOf(client, table)
  if (from.host === to.host && from.port === to.port) return false
  await client.query(
    `select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'block_writes')`,
    [from.shard, from.host, from.port, to.host, to.port],
  )
  return true
}
