import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client, Pool } from 'pg'
import type { LockWaiting } from '../with-short-locks.ts'
import { applyMigrationFile } from './apply-migration-file.ts'
import { withMigrationLock } from './migration-lock.ts'

/** A folder of `NNNN-title.sql` files that create one schema. */
export interface MigrationSet {
  /** Distinguishes this set's files from those of another set of the same schema. */
  name: string
  schema: string
  directory: string
  /** Replaces `{{name}}` in the SQL; `{{schema}}` always exists. Values are code, never user input. */
  parameters?: Record<string, string>
}

/**
 * Applies the sets' pending migrations, each file once and in its own transaction, in the order of the sets and of
 * the file names. Concurrent callers wait for each other.
 *
 * @param url a login that may create schemas
 * @returns the files that were applied now, as `schema/set/file`
 */
export function applyMigrations(url: string, sets: MigrationSet[], waiting?: LockWaiting): Promise<string[]> {
  return withMigrationLock(url, (client) => applySets(client, sets, waiting))
}

/** The same for a caller that already holds the migration lock. */
export async function applySets(
  client: Client,
  sets: MigrationSet[],
  waiting?: LockWaiting,
): Promise<string[]> {
  const applied: string[] = []
  for (const set of sets) {
    await client.query(`create schema if not exists ${set.schema}`)
    await client.query(
      `create table if not exists ${set.schema}.migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    for (const file of await findPendingFiles(client, set)) {
      await applyFile(client, set, file, waiting)
      applied.push(`${set.schema}/${set.name}/${file}`)
    }
  }
  return applied
}

/** The files of a set that were not applied yet, in order. */
export async function findPendingFiles(
  client: Client | Pool,
  { name, schema, directory }: Omit<MigrationSet, 'parameters'>,
) {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted()
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    `${schema}.migrations`,
  ])
  if (rows[0]!.found === null) return files
  const done = await client.query<{ name: string }>(`select name from ${schema}.migrations`)
  const known = new Set(done.rows.map((row) => row.name))
  return files.filter((file) => !known.has(`${name}/${file}`))
}

async function applyFile(
  client: Client,
  { name, schema, directory, parameters }: MigrationSet,
  file: string,
  waiting?: LockWaiting,
): Promise<void> {
  const sql = fill(await readFile(path.join(directory, file), 'utf8'), { ...parameters, schema })
  const record = {
    text: `insert into ${schema}.migrations (name) values ($1)`,
    values: [`${name}/${file}`],
  }
  try {
    await applyMigrationFile(client, sql, record, waiting)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`migration ${schema}/${name}/${file} failed: ${reason}`, { cause })
  }
}

function fill(sql: string, parameters: Record<string, string>): string {
  return sql.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`no value for {{${name}}}`)
    return value
  })
}
