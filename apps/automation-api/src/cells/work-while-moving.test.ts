import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { enqueueJobs } from '@waypost/work-queues'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runQueue, workSchema } from '../executions/run-queue.ts'
import { testAdminToken } from '../test-app.ts'
import { interrupt, jobsOf, openMovingBed, read } from './test-moves.ts'

const { bed, ask, move, fill, usesWritten } = openMovingBed()

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

test('a delivery in progress ends before its account moves', async () => {
  await fill('ned')
  const { rows } = await bed.home.execute<{ id: string }>(
    sql`delete from automation_outbox.job where data ->> 'ownerId' = 'ned' returning data ->> 'deliveryId' as id`,
  )
  const ids = sql.param(rows.map(({ id }) => id))
  const none = sql.param(rows.map(() => 1))
  // As a dispatcher leaves what it has claimed.
  await bed.home.execute(sql`
    insert into automation.delivery_leases (id, leased_at, owner_ids, delivery_ids, rounds, numbers)
    values (${newId()}, now(), '{ned,gus}', ${ids}::uuid[], ${none}::integer[], ${none}::integer[])`)
  await expect(move('ned', 'c1')).rejects.toThrow('ned has jobs in progress that do not end')
  await bed.home.execute(sql`delete from automation.delivery_leases`)
  expect(await move('ned', 'c1')).toBe(false)
})

const runsIn = async (db: Db, id: string) => (await read(db, id)).executions?.length ?? 0

test('a schedule of an account that is being moved fires in neither database, and in the new one once it is there', async () => {
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
  await waitFor('the run of the other account', async () => (await runsIn(bed.home, 'lou')) > 0)
  expect([await runsIn(bed.home, 'kim'), await runsIn(bed.cell, 'kim')]).toEqual([0, 0])

  await move('kim', 'c1')
  await waitFor('its run in the cell', async () => (await runsIn(bed.cell, 'kim')) > 0)
  expect(await runsIn(bed.home, 'kim')).toBe(0)
})

test('an operator’s request about an account that is being moved is refused', async () => {
  await fill('joy')
  const operator = { authorization: `Bearer ${testAdminToken}` }
  const setLimits = async () =>
    (await ask('/admin/accounts/joy/limits', operator, { automations: 7 }, 'PUT')).status
  await expect(move('joy', 'c1', interrupt('open'))).rejects.toThrow('interrupted')
  expect(await setLimits()).toBe(503)
  await move('joy', 'c1')
  expect(await setLimits()).toBe(200)
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
