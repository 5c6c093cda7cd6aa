import type { Client } from 'pg'

/** A table that grows, as the migrations of its service create it, without grants. */
export interface Shape {
  table: string
  /** The column that orders its rows by time. */
  key: string
  columns: string
  primaryKey: string
  indexes: (table: string) => string[]
  storage: string
  insert: (rows: number) => string
  fill: (rows: number) => string
  /** A bound above the id of every old row. */
  past: string
}

// An id of 30 days ago, and the id that separates old rows, of 15 days ago.
const old = `uuidv7(interval '-30 days')`
const past = `${Math.floor((Date.now() - 15 * 86_400_000) / 1)
  .toString(16)
  .padStart(12, '0')
  .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`

export const shapes: Shape[] = [
  {
    table: 'audit_logs',
    key: 'id',
    columns: `id uuid not null, owner_id text not null, action text not null, method text not null, path text not null,
      status_code integer not null, key_id uuid, ip text not null, created_at timestamptz not null`,
    primaryKey: 'id',
    indexes: (table) => [`create index ${table}_by_owner on ${table} (owner_id, id desc)`],
    storage: '',
    insert: (rows) => auditRows('uuidv7()', rows),
    fill: (rows) => auditRows(old, rows),
    past,
  },
  {
    table: 'delivery_attempts',
    key: 'delivery_id',
    columns: `delivery_id uuid not null, number integer not null, started_at timestamptz not null, duration_ms integer,
      status integer, error text, request_headers json, response_body text`,
    primaryKey: 'delivery_id, number',
    indexes: () => [],
    // Free space in each page, so that the outcome of an attempt is written to the page of the attempt.
    storage: 'with (fillfactor = 15)',
    insert: (rows) => attemptRows('uuidv7()', rows, { isSettled: false }),
    fill: (rows) => attemptRows(old, rows, { isSettled: true }),
    past,
  },
]

function auditRows(id: string, rows: number): string {
  return `insert into audit_logs select ${id}, 'live:owner-' || number % 50, 'address.list', 'GET', '/api/v1/addresses',
    200, '0190b7a0-0000-7000-8000-000000000000', '203.0.113.7', now() from generate_series(1, ${rows}) number`
}

function attemptRows(id: string, rows: number, { isSettled }: { isSettled: boolean }): string {
  const outcome = isSettled
    ? `, 12, 200, null, json_build_object('x-service-signature', repeat('a', 64), 'webhook-signature', repeat('b', 44)), 'ok'`
    : ', null, null, null, null, null'
  return `insert into delivery_attempts select ${id}, 1, now()${outcome} from generate_series(1, ${rows}) number`
}

/** Creates the table with its old rows, which are in a partition of their own where it is partitioned. */
export async function fill(
  client: Client,
  { table, columns, primaryKey, indexes, storage, fill: filling, past: bound, key }: Shape,
  { isPartitioned, rows }: { isPartitioned: boolean; rows: number },
): Promise<void> {
  const partitioned = isPartitioned ? `partition by range (${key})` : storage
  await client.query(`create table ${table} (${columns}, primary key (${primaryKey})) ${partitioned}`)
  for (const index of indexes(table)) await client.query(index)
  if (isPartitioned) {
    await client.query(
      `create table ${table}_past partition of ${table} for values from (minvalue) to ('${bound}') ${storage}`,
    )
    await client.query(
      `create table ${table}_now partition of ${table} for values from ('${bound}') to (maxvalue) ${storage}`,
    )
  }
  await client.query(filling(rows))
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}
