import { createRequire } from 'node:module'
import type { Client } from 'pg'
import type { QueueInstallation } from './install-queues.ts'

// pg-boss has the version of its schema in its manifest only, and does not export it.
const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }

/** What `installQueues` has to add to a database: queues, or the schema that this version of pg-boss needs. */
export async function findQueueGaps(
  client: Client,
  { schema, queues }: QueueInstallation,
): Promise<string[]> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    `${schema}.version`,
  ])
  if (rows[0]!.found === null) return [`${schema} (not installed)`]
  const versions = await client.query<{ version: number }>(`select version from ${schema}.version`)
  const version = versions.rows[0]!.version
  if (version < pgboss.schema) return [`${schema} (version ${version}, needs ${pgboss.schema})`]
  const known = await client.query<{ name: string }>(`select name from ${schema}.queue`)
  const names = new Set(known.rows.map(({ name }) => name))
  return queues.flatMap(({ name }) => (names.has(name) ? [] : `${schema}/${name}`))
}
