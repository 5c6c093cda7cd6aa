import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { workSchema } from '../executions/run-queue.ts'
import { bytesOf, contentsIn, jobsOf, openMovingBed, read } from './test-moves.ts'

const { bed, ask, move, fill, usesWritten } = openMovingBed()

/** The next transaction of the cell: older ones have written what was copied before. */
const nextTransaction = async (): Promise<string> =>
  (await bed.cell.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)).rows[0]!.id
const copiedSince = async (id: string, transaction: string): Promise<number> =>
  (
    await bed.cell.execute(sql`
      select from automation.executions where owner_id = ${id} and xmin::text::bigint >= ${transaction}::bigint
    `)
  ).rows.length
/** Only the transaction that copies has written something and waits. */
const isCopying = sql`state = 'idle in transaction' and backend_xid is not null`
/** Ends the transaction that has copied already. */
const endCopying = (db: Db) =>
  db.execute(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and ${isCopying}
  `)

test('an account is served while it is copied, nobody sees the copy, and what is written, changed and deleted meanwhile is copied too', async () => {
  const headers = await fill('ada')
  const [{ id: automation }] = (await ask('/api/v1/automations', headers)).body as [{ id: string }]
  const before = { rows: {}, bytes: 0, closedAt: '' }
  await move('ada', 'c1', async (next) => {
    if (next === 'copy') before.closedAt = await nextTransaction()
    if (next !== 'close') return
    expect(await read(bed.cell, 'ada')).toEqual({})
    const changed = await ask(`/api/v1/automations/${automation}`, headers, { name: 'renamed' }, 'PATCH')
    expect(changed.status).toBe(200)
    const file = {
      name: 'b.txt',
      contentType: 'text/plain',
      contentBase64: Buffer.alloc(200_000, 8).toString('base64'),
    }
    const actions = [{ name: 'Attach', type: 'upload', selectors: [['#file']], file }]
    expect((await ask('/api/v1/automations', headers, { name: 'new', actions })).status).toBe(201)
    await bed.home.execute(
      sql`delete from automation.executions where owner_id = 'ada' and status = 'failed'`,
    )
    await bed.home.execute(
      sql`delete from automation.deliveries where owner_id = 'ada' and webhook_id is null`,
    )
    await usesWritten(bed.home)
    Object.assign(before, { rows: await read(bed.home, 'ada'), bytes: await bytesOf(bed.home, 'ada') })
  })
  expect(await read(bed.cell, 'ada')).toEqual({ ...before.rows, api_keys: expect.anything() })
  expect(before.rows).not.toHaveProperty('delivery_attempts')
  expect(await bytesOf(bed.cell, 'ada')).toBe(before.bytes)
  expect(await read(bed.home, 'ada')).toEqual({})
  expect(await contentsIn(bed.home)).toBe(0)
  expect([await jobsOf(bed.home, 'ada'), await jobsOf(bed.cell, 'ada')]).toMatchObject([[], { length: 1 }])
  expect(await copiedSince('ada', before.closedAt)).toBe(0)
  const listed = (await ask('/api/v1/automations', headers)).body as { name: string }[]
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['new', 'renamed'])
})

describe('what was copied while an account was open is copied anew, and the operator is told why', () => {
  let reasons: string[]
  const note = (reason: string) => void reasons.push(reason)
  beforeEach(() => {
    reasons = []
  })

  test('when its transaction has ended meanwhile', async () => {
    await fill('bea')
    const before = await read(bed.home, 'bea')
    let closedAt = ''
    const endOnce = async (next: string) => {
      if (next !== 'copy' || closedAt !== '') return
      await endCopying(bed.cell)
      closedAt = await nextTransaction()
    }
    await move('bea', 'c1', endOnce, note)
    expect(reasons).toEqual([expect.stringMatching(/^[^\n]*connection[^\n]*$/i)])
    expect(await read(bed.cell, 'bea')).toEqual({ ...before, api_keys: expect.anything() })
    expect(await copiedSince('bea', closedAt)).toBe(before.executions!.length)
  })

  test('when jobs in progress take long, so that its transaction does not stay open', async () => {
    await fill('cleo')
    const setState = (to: string) =>
      bed.home.execute(
        sql`update ${sql.identifier(workSchema)}.job set state = ${to} where data ->> 'ownerId' = 'cleo'`,
      )
    await setState('active')
    const drains: number[] = []
    const release = async (next: string) => {
      if (next !== 'drain') return
      const { rows } = await bed.cell.execute(sql`
        select from pg_stat_activity where datname = current_database() and ${isCopying}
      `)
      drains.push(rows.length)
      if (drains.length === 2) await setState('created')
    }
    await move('cleo', 'c1', release, note)
    expect(reasons).toEqual(['its jobs in progress took too long'])
    expect(drains).toEqual([1, 0])
    expect(await jobsOf(bed.cell, 'cleo')).toHaveLength(1)
  })
})
