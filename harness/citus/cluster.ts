import { randomBytes } from 'node:crypto'
import { openDatabase } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { findPostmaster } from '../find-server.ts'
import { MissingPartError } from '../run-named.ts'

/** A server of a Citus cluster. */
export interface Node {
  /** `coordinator`, or `worker 1` and so on. */
  name: string
  /** Of a superuser. */
  url: string
  /** Its CPU time is read from this process and its children. */
  pid: number
}

/** An empty database, on one server or on the coordinator and some workers. */
export interface Topology {
  name: string
  url: string
  nodes: Node[]
  isDistributed: boolean
  /** Of all processes. */
  encryptionKeys: string
  drop(): Promise<void>
}

const needed =
  'CITUS_URLS is required: the URLs of superusers, separated by spaces, of the coordinator of a Citus cluster on this machine and then of its workers.'

/** @throws MissingPartError without the URLs of a coordinator and a worker */
export async function findNodes(urls = process.env['CITUS_URLS'] ?? ''): Promise<Node[]> {
  const given = urls.split(/\s+/).filter((url) => url !== '')
  if (given.length < 2) throw new MissingPartError(needed)
  return Promise.all(
    given.map(async (url, index) => ({
      name: index === 0 ? 'coordinator' : `worker ${index}`,
      url,
      pid: await findPostmaster(url),
    })),
  )
}

/** Creates a database on the coordinator alone, without Citus. */
export async function createPlain(nodes: Node[]): Promise<Topology> {
  return createOn('plain Postgres', nodes.slice(0, 1), async () => {})
}

/** Creates a database on the coordinator and on so many workers. */
export async function createDistributed(nodes: Node[], workers: number): Promise<Topology> {
  const used = nodes.slice(0, workers + 1)
  const name = `${workers} worker${workers === 1 ? '' : 's'}`
  return createOn(name, used, async (urls) => {
    for (const url of urls) await execute(url, ['create extension citus'])
    const [coordinator, ...others] = urls.map((url) => new URL(url))
    await execute(coordinator!.href, [
      `select citus_set_coordinator_host(${place(coordinator!)})`,
      ...others.map((url) => `select citus_add_node(${place(url)})`),
    ])
  })
}

/** As arguments of Citus' functions. */
const place = ({ hostname, port }: URL): string => `'${hostname}', ${port || 5432}`

async function createOn(
  name: string,
  nodes: Node[],
  prepare: (urls: string[]) => Promise<void>,
): Promise<Topology> {
  const database = `waypost_${randomBytes(4).toString('hex')}`
  const urls = nodes.map(({ url }) => Object.assign(new URL(url), { pathname: `/${database}` }).href)
  for (const { url } of nodes) await execute(url, [`create database ${database}`])
  await prepare(urls)
  return {
    name,
    url: urls[0]!,
    nodes,
    isDistributed: nodes.length > 1,
    encryptionKeys: `citus:${randomBytes(32).toString('base64')}`,
    async drop() {
      // The coordinator first: it prepares no more transactions on the workers then.
      for (const [index, { url }] of nodes.entries()) {
        await rollBackPrepared(urls[index]!)
        await execute(url, [`drop database ${database} with (force)`])
      }
    },
  }
}

/** Rolls back what a crash left prepared, which Citus would do within a minute: it keeps the database from being dropped. */
async function rollBackPrepared(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, applicationName: 'harness', maxConnections: 1 })
  try {
    const { rows } = await db.execute<{ statement: string }>(sql`
      select format('rollback prepared %L', gid) as statement from pg_prepared_xacts where database = current_database()
    `)
    for (const { statement } of rows) await db.execute(sql.raw(statement))
  } finally {
    await close()
  }
}

async function execute(url: string, statements: string[]): Promise<void> {
  const { db, close } = openDatabase({ url, applicationName: 'harness', maxConnections: 1 })
  try {
    for (const statement of statements) await db.execute(sql.raw(statement))
  } finally {
    await close()
  }
}
