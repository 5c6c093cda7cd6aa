import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { enqueueJobs } from '@waypost/work-queues'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountLimits } from '../db/limit-tables.ts'
import { accounts, apiKeys, keysInCells } from '../db/tables.ts'
import { runQueue, workSchema } from '../executions/run-queue.ts'
import { limitedIn, newKey, openCellsBed } from './test-cells.ts'

type Headers = Record<string, string>

const { bed, ask, move, createKey } = openCellsBed()

const steps = ['close', 'drain', 'copy', 'open', 'switch', 'delete', 'end'] as const
const key = { name: 'key', scopes: [...newKey.scopes, 'automation:execute'] }

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
  await ask('/webhooks', person, { name: 'hook', url: 'https://example.com', events: ['execution.started'] })
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

const children = {
  automation_versions: 'automation_id in (select id from automation.automations where owner_id =',
  step_screenshots: 'execution_id in (select id from automation.executions where owner_id =',
  delivery_attempts: 'delivery_id in (select id from automation.deliveries where owner_id =',
}
/** All rows of an account, as text, by their tables; but for the numbers that Postgres gives them. */
async function read(db: Db, id: string): Promise<Record<string, string[]>> {
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
async function bytesOf(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce((select sum(bytes_stored) from automation.account_usage where owner_id = ${id}), 0)
      + coalesce((select sum(bytes) from automation.usage_changes where owner_id = ${id}), 0) as bytes
  `)
  return Number(rows[0]!.bytes)
}
async function jobsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from ${sql.identifier(workSchema)}.job where data ->> 'ownerId' = ${id} and state < 'active' order by name
  `)
  return rows.map(({ name }) => name)
}
const contentsIn = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(length(content)), 0) as bytes from automation.blob_pieces
    join automation.blobs on id = blob_id where names > 0
  `)
  return Number(rows[0]!.bytes)
}
const interrupt = (at: (typeof steps)[number]) => async (next: string) => {
  if (next === at) throw new Error(`interrupted before ${at}`)
}

test('an account moves to a cell with all of its rows, files and waiting runs, and back', async () => {
  const headers = await fill('ada')
  const other = await fill('other')
  const before = { rows: await read(bed.home, 'ada'), bytes: await bytesOf(bed.home, 'ada') }
  const ofOther = await read(bed.home, 'other')
  expect(Object.keys(before.rows)).toEqual(
    expect.arrayContaining([
      'automations',
      'automation_versions',
      'executions',
      'step_screenshots',
      'deliveries',
    ]),
  )
  expect(await jobsOf(bed.home, 'ada')).toHaveLength(1)
  const contents = await contentsIn(bed.home)

  expect(await move('ada', 'c1')).toBe(false)
  const lastUse = { ...before.rows, api_keys: expect.anything() }
  expect(await read(bed.cell, 'ada')).toEqual(lastUse)
  expect(await bytesOf(bed.cell, 'ada')).toBe(before.bytes)
  expect(await contentsIn(bed.cell)).toBe(contents / 2)
  expect(await read(bed.home, 'ada')).toEqual({})
  expect([await jobsOf(bed.home, 'ada'), await jobsOf(bed.cell, 'ada')]).toMatchObject([[], { length: 1 }])
  expect(await read(bed.home, 'other')).toEqual(ofOther)
  expect((await ask('/api/v1/automations', headers)).body).toMatchObject([{ name: 'of ada' }])
  await usesWritten(bed.cell)
  expect((await ask('/api/v1/automations', other)).body).toMatchObject([{ name: 'of other' }])
  expect(await move('ada', 'c1')).toBe(true)

  expect(await move('ada', null)).toBe(false)
  expect(await read(bed.cell, 'ada')).toEqual({})
  expect({ ...(await read(bed.home, 'ada')), audit_logs: 0 }).toEqual({ ...lastUse, audit_logs: 0 })
  expect(await bytesOf(bed.home, 'ada')).toBe(before.bytes)
  expect([await jobsOf(bed.cell, 'ada'), await jobsOf(bed.home, 'ada')]).toMatchObject([[], { length: 1 }])
  expect(await bed.home.select().from(keysInCells).where(eq(keysInCells.ownerId, 'ada'))).toEqual([])
  expect((await ask('/api/v1/automations', headers)).body).toMatchObject([{ name: 'of ada' }])
})

describe('a move that was interrupted', () => {
  test.each(steps)(
    'before the step %s is finished by asking again, and nothing is lost or twice',
    async (step) => {
      const id = `bea-${step}`
      const headers = await fill(id)
      const before = { rows: await read(bed.home, id), bytes: await bytesOf(bed.home, id) }
      await expect(move(id, 'c1', interrupt(step))).rejects.toThrow('interrupted')
      expect(await move(id, 'c1')).toBe(false)
      expect(await read(bed.cell, id)).toEqual({ ...before.rows, api_keys: expect.anything() })
      expect(await bytesOf(bed.cell, id)).toBe(before.bytes)
      expect(await read(bed.home, id)).toEqual({})
      expect([await jobsOf(bed.home, id), await jobsOf(bed.cell, id)]).toMatchObject([[], { length: 1 }])
      expect((await ask('/api/v1/automations', headers)).body).toMatchObject([{ name: `of ${id}` }])
    },
  )

  test('refuses the requests of its account until then, and goes nowhere else', async () => {
    const headers = await fill('cleo')
    await expect(move('cleo', 'c1', interrupt('open'))).rejects.toThrow('interrupted')
    expect((await ask('/api/v1/automations', headers)).status).toBe(503)
    await expect(move('cleo', null)).rejects.toThrow('cleo is on its way to the cell c1')
    await move('cleo', 'c1')
    expect((await ask('/api/v1/automations', headers)).status).toBe(200)
  })

  test('after it was opened keeps what is known of the account since', async () => {
    await fill('meg')
    await expect(move('meg', 'c1', interrupt('switch'))).rejects.toThrow('interrupted')
    await bed.cell.update(accounts).set({ tokenEpoch: 5 }).where(eq(accounts.id, 'meg'))
    await move('meg', 'c1')
    const [account] = await bed.cell.select().from(accounts).where(eq(accounts.id, 'meg'))
    expect(account!.tokenEpoch).toBe(5)
  })

  test('after it was opened keeps what was written to it since', async () => {
    const headers = await fill('dan')
    await expect(move('dan', 'c1', interrupt('delete'))).rejects.toThrow('interrupted')
    await ask('/api/v1/automations', headers, {
      name: 'new',
      actions: [{ name: 'Open', type: 'navigate', url: 'https://example.com' }],
    })
    await move('dan', 'c1')
    const listed = (await ask('/api/v1/automations', headers)).body as { name: string }[]
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['new', 'of dan'])
  })
})

const addSecret = (db: Db, id: string, name: string) =>
  db.execute(sql`
    insert into automation.secrets (owner_id, name, sealed_value, created_at, updated_at)
    values (${id}, ${name}, 'sealed', now(), now())
  `)
const secretsIn = async (db: Db, id: string) => (await read(db, id)).secrets?.length ?? 0

test('what is written while it is copied is copied too', async () => {
  await fill('eve')
  await move('eve', 'c1', async (next) => {
    if (next === 'open') await addSecret(bed.home, 'eve', 'late')
  })
  expect([await secretsIn(bed.home, 'eve'), await secretsIn(bed.cell, 'eve')]).toEqual([0, 2])
})

test('what was being written when it was copied, and committed after that, is copied too', async () => {
  await fill('nia')
  const { promise: copied, resolve: commit } = Promise.withResolvers<void>()
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const writing = bed.home.transaction(async (tx) => {
    await addSecret(tx, 'nia', 'slow')
    isWritten()
    await copied
  })
  await written
  await move('nia', 'c1', async (next) => {
    if (next !== 'open') return
    commit()
    await writing
  })
  expect([await secretsIn(bed.home, 'nia'), await secretsIn(bed.cell, 'nia')]).toEqual([0, 2])
})

test('what is written in the old database after that is not deleted, and said', async () => {
  await fill('fay')
  const late = async (next: string) => {
    if (next === 'delete') await addSecret(bed.home, 'fay', 'too late')
  }
  await expect(move('fay', 'c1', late)).rejects.toThrow(
    'fay was written to in the first database after it was copied: secrets',
  )
  expect(await secretsIn(bed.home, 'fay')).toBe(2)
})

test('a run in progress ends before its account moves; with one that does not, it stays where it was', async () => {
  const headers = await fill('gus')
  const state = (to: string) =>
    bed.home.execute(sql`
      update ${sql.identifier(workSchema)}.job set state = ${to} where data ->> 'ownerId' = 'gus'
    `)
  await state('active')
  // Another one, which waits.
  await bed.home.transaction((tx) =>
    enqueueJobs(tx, bed.service.services.work, runQueue.name, [
      { ownerId: 'gus', data: { executionId: newId() } },
    ]),
  )
  await expect(move('gus', 'c1')).rejects.toThrow(
    'gus has jobs in progress that do not end; it is where it was',
  )
  expect((await ask('/api/v1/automations', headers)).status).toBe(200)
  await usesWritten(bed.home)
  expect(await jobsOf(bed.home, 'gus')).toHaveLength(1)
  await state('created')
  expect(await jobsOf(bed.home, 'gus')).toHaveLength(2)
  expect(await move('gus', 'c1')).toBe(false)
})

const runsIn = async (db: Db, id: string) => (await read(db, id)).executions?.length ?? 0

test('a schedule of an account that is on its way fires in neither database, and in the new one once it is there', async () => {
  const headers = await fill('kim')
  const [{ id: target }] = (await ask('/api/v1/automations', headers)).body as [{ id: string }]
  const schedule = { name: 'daily', target: { type: 'automation', id: target }, cron: '0 0 * * *' }
  expect((await ask('/api/v1/schedules', headers, schedule)).status).toBe(201)
  // Its first run is active, so that the schedule cannot start another one.
  await bed.home.execute(sql`delete from automation.executions where owner_id = 'kim'`)
  await expect(move('kim', 'c1', interrupt('open'))).rejects.toThrow('interrupted')
  for (const db of [bed.home, bed.cell])
    await db.execute(sql`update automation.schedules set due_at = now() where owner_id = 'kim'`)
  // The next look at what is due, after which another account's has fired.
  const other = await fill('lou')
  const [{ id: theirs }] = (await ask('/api/v1/automations', other)).body as [{ id: string }]
  await ask('/api/v1/schedules', other, { ...schedule, target: { type: 'automation', id: theirs } })
  await bed.home.execute(sql`delete from automation.executions where owner_id = 'lou'`)
  await bed.home.execute(sql`update automation.schedules set due_at = now() where owner_id = 'lou'`)
  await waitFor('the run of the other account', async () => (await runsIn(bed.home, 'lou')) > 0, 10_000)
  expect([await runsIn(bed.home, 'kim'), await runsIn(bed.cell, 'kim')]).toEqual([0, 0])

  await move('kim', 'c1')
  await waitFor('its run in the cell', async () => (await runsIn(bed.cell, 'kim')) > 0, 10_000)
  expect(await runsIn(bed.home, 'kim')).toBe(0)
})

test('a delivery that waits for its receiver is due in the new database', async () => {
  await fill('hal')
  await bed.home.execute(
    sql`update automation.deliveries set is_parked = true where owner_id = 'hal' and webhook_id is null`,
  )
  await move('hal', 'c1')
  const { rows } = await bed.cell.execute(sql`
    select from automation_outbox.job where data ->> 'ownerId' = 'hal'
      and (data ->> 'deliveryId')::uuid in (select id from automation.deliveries where owner_id = 'hal' and webhook_id is null)
  `)
  expect(rows).toHaveLength(1)
})

test('what is in an object store stays there, and is the new database’s from then on', async () => {
  await fill('olga')
  const blob = newId()
  await bed.home.execute(
    sql`insert into automation.blobs (id, is_object, unused_since) values (${blob}, true, now())`,
  )
  await bed.home.execute(sql`
    insert into automation.artifacts (id, execution_id, owner_id, kind, step_name, name, content_type, size, blob_id, created_at)
    select ${newId()}, id, 'olga', 'download', 'x', 'x', 'text/plain', 1, ${blob}, now() from automation.executions
    where owner_id = 'olga' limit 1
  `)
  await move('olga', 'c1')
  const namesIn = async (db: Db) =>
    (await db.execute(sql`select names from automation.blobs where id = ${blob}`)).rows
  // A row without names would have the sweep delete the object.
  expect([await namesIn(bed.home), await namesIn(bed.cell)]).toEqual([[], [{ names: 1 }]])
})

describe('an account that has nothing yet', () => {
  test('is served by the cell from then on', async () => {
    expect(await move('ira', 'c1')).toBe(false)
    await createKey(await bed.service.person('ira'))
    expect((await read(bed.cell, 'ira')).api_keys).toHaveLength(1)
  })

  test('that an earlier version was interrupted in placing is placed', async () => {
    await bed.home.insert(accounts).values({ id: 'joe', cell: 'c1' })
    expect(await move('joe', 'c1')).toBe(false)
    await createKey(await bed.service.person('joe'))
  })

  test('keeps what is known of its JWTs, and its own limits', async () => {
    await bed.home.insert(accounts).values({ id: 'oda', tokenEpoch: 2 })
    await bed.home.insert(accountLimits).values({ ownerId: 'oda', automations: 7, updatedAt: new Date() })
    await move('oda', 'c1')
    expect(await limitedIn(bed.cell, 'oda')).toMatchObject([{ automations: 7 }])
    const ofEpoch = async (epoch: number) => ({
      authorization: `Bearer ${await bed.service.issuer.token('oda', { epoch })}`,
    })
    expect((await ask('/api-keys', await ofEpoch(1))).status).toBe(401)
    expect((await ask('/api-keys', await ofEpoch(2))).status).toBe(200)
  })
})
