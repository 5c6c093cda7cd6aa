import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'

/** A folder of `NNNN-title.sql` files that build one schema. */
export interface MigrationSet {
  /** Tells this set's files from another set's of the same schema. */
  name: string
  schema: string
  directory: string
  /** Replaces `{{name}}` in the SQL; `{{schema}}` is always there. Values are code, never user input. */
  parameters?: Record<string, string>
}

// Any constant serves: whoever holds it is the one migrator of this database.
const migrationLock = 7_205_759_403

/**
 * Brings the sets' schemas up to date, each file once and in one transaction, in the order of the sets and
 * of the file names. Concurrent callers wait for each other.
 *
 * @param url a login that may create schemas
 * @returns the files that were applied now, as `schema/set/file`
 */
export async function applyMigrations(url: string, sets: MigrationSet[]): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'waypost-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied: string[] = []
    for (const set of sets) applied.push(...(await applySet(client, set)))
    return applied
  } finally {
    await client.end()
  }
}

async function applySet(client: Client, set: MigrationSet): Promise<string[]> {
  await client.query(`create schema if not exists ${set.schema}`)
  await client.query(
    `create table if not exists ${set.schema}.migrations (name text primary key, applied_at timestamptz not null default now())`,
  )
  const done = await client.query<{ name: string }>(`select name from ${set.schema}.migrations`)
  const known = new Set(done.rows.map((row) => row.name))
  const files = (await readdir(set.directory)).filter((file) => file.endsWith('.sql')).toSorted()
  const pending = files
    .map((file) => ({ file, name: `${set.name}/${file}` }))
    .filter(({ name }) => !known.has(name))

  for (const { file, name } of pending) {
    const sql = fill(await readFile(path.join(set.directory, file), 'utf8'), {
      ...set.parameters,
      schema: set.schema,
    })
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query(`insert into ${set.schema}.migrations (name) values ($1)`, [name])
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback')
      throw new Error(
        `migration ${set.schema}/${name} failed: ${cause instanceof Error ? cause.message : cause}`,
        { cause },
      )
    }
  }
  return pending.map(({ name }) => `${set.schema}/${name}`)
}

function fill(sql: string, parameters: Record<string, string>): string {
  return sql.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`no value for {{${name}}}`)
    return value
  })
}
