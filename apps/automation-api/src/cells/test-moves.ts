import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { accounts, apiKeys } from '../db/tables.ts'
import { workSchema } from '../executions/run-queue.ts'
import { newKey, openCellsBed } from './test-cells.ts'

type Headers = Record<string, string>

const key = { name: 'key', scopes: [...newKey.scopes, 'automation:execute'] }

/** For tests: accounts with much to move, on two databases. */
export function openMovingBed() {
  const opened = openCellsBed()
  const { bed, ask, move, createKey } = opened

  /** An account with rows of every kind that other rows hang on, a waiting run, and a key. */
  async function fill(id: string): Promise<Headers> {
    const person = await bed.service.person(id)
    const { rawKey } = (await ask('/api-keys', person, key)).body as { rawKey: string }
    const headers = { 'x-api-key': rawKey }
    const file = {
      name: 'a.txt',
      contentType: 'text/plain',
      contentBase64: Buffer.alloc(150_000, 7).toString('base64'),
    }
    const actions = [
      { name: 'Open', type: 'navigate', url: 'https://example.com' },
      { name: 'Attach', type: 'upload', selectors: [['#file']], file },
    ]
    const created = (await ask('/api/v1/automations', headers, { name: `of ${id}`, actions })).body as {
      id: string
    }
    await ask('/webhooks', person, {
      name: 'hook',
      url: 'https://example.com',
      events: ['execution.started'],
    })
    const triggered = await ask(`/api/v1/automations/${created.id}/trigger`, headers, {})
    expect(triggered.status).toBe(202)
    const db = await databaseOf(id)
    await usesWritten(db)
    const ended = newId()
    await db.execute(sql`
      insert into automation.executions (id, owner_id, automation_id, status, created_at, starts_at, completed_at)
      values (${ended}, ${id}, ${created.id}, 'failed', now(), now(), now())
    `)
    await db.execute(sql`
      insert into automation.step_screenshots (execution_id, step_index, image) values (${ended}, 0, ${Buffer.from('jpeg')})
    `)
    const delivery = newId()
    await db.execute(sql`
      insert into automation.deliveries (id, owner_id, event, body, created_at, is_parked)
      values (${delivery}, ${id}, 'execution.started', '{"a": 1}', now(), false)
    `)
    await db.execute(sql`
      insert into automation.delivery_attempts (delivery_id, number, started_at, request_headers)
      values (${delivery}, 1, now(), '{ "b": 1,  "a": 2 }')
    `)
    await db.execute(sql`
      insert into automation.secrets (owner_id, name, sealed_value, created_at, updated_at)
      values (${id}, 'password', 'sealed', now(), now())
    `)
    return headers
  }
  let markers = 0
  /** Waits until the uses of keys are written, which happens together and a moment later: here, no move waits for requests. */
  async function usesWritten(db: Db): Promise<void> {
    markers += 1
    const id = `marker-${markers}`
    if (db === bed.cell) await move(id, 'c1')
    await ask('/api/v1/automations', await createKey(await bed.service.person(id)))
    await waitFor('the use of a key', async () => {
      const [own] = await db.select().from(apiKeys).where(eq(apiKeys.ownerId, id))
      return own!.lastUsedAt !== null
    })
  }
  const databaseOf = async (id: string): Promise<Db> => {
    const [row] = await bed.home.select().from(accounts).where(eq(accounts.id, id))
    return row?.cell === 'c1' ? bed.cell : bed.home
  }

  return { ...opened, fill, usesWritten }
}

export const steps = ['close', 'drain', 'copy', 'open', 'switch', 'delete', 'end'] as const
/** A move that is interrupted before a step. */
export const interrupt = (at: (typeof steps)[number]) => async (next: string) => {
  if (next === at) throw new Error(`interrupted before ${at}`)
}

const children = {
  automation_versions: 'automation_id in (select id from automation.automations where owner_id =',
  step_screenshots: 'execution_id in (select id from automation.executions where owner_id =',
  delivery_attempts: 'delivery_id in (select id from automation.deliveries where owner_id =',
}
/** All rows of an account, as text, by their tables; but for the numbers that Postgres gives them. */
export async function read(db: Db, id: string): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select distinct table_name as name from information_schema.columns
    join pg_class on relname = table_name and relnamespace = 'automation'::regnamespace
    where table_schema = 'automation' and column_name = 'owner_id' and not relispartition and table_name <> 'keys_in_cells'
  `)
  const wanted = [...tables.map(({ name }) => [name, '(owner_id =']), ...Object.entries(children)] as [
    string,
    string,
  ][]
  const found: Record<string, string[]> = {}
  for (const [name, where] of wanted) {
    const { rows } = await db.execute<{ row: string }>(sql`
      select case when ${name} = 'usage_changes' then (to_jsonb(own) - 'id')::text else own::text end as row
      from automation.${sql.identifier(name)} own where ${sql.raw(where)} ${id})
    `)
    // What it uses is counted in changes that are added up at any time.
    if (rows.length > 0 && name !== 'usage_changes' && name !== 'account_usage')
      found[name] = rows.map(({ row }) => row).toSorted()
  }
  return found
}
export async function bytesOf(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce((select sum(bytes_stored) from automation.account_usage where owner_id = ${id}), 0)
      + coalesce((select sum(bytes) from automation.usage_changes where owner_id = ${id}), 0) as bytes
  `)
  return Number(rows[0]!.bytes)
}
export async function jobsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from ${sql.identifier(workSchema)}.job where data ->> 'ownerId' = ${id} and state < 'active' order by name
  `)
  return rows.map(({ name }) => name)
}
export const contentsIn = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(length(content)), 0) as bytes from automation.blob_pieces
    join automation.blobs on id = blob_id where names > 0
  `)
  return Number(rows[0]!.bytes)
}
