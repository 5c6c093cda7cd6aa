import type { Db } from '@waypost/postgres'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountLimits } from '../db/limit-tables.ts'
import { accounts, keysInCells } from '../db/tables.ts'
import { limitedIn } from './test-cells.ts'
import { bytesOf, contentsIn, interrupt, jobsOf, openMovingBed, read, steps } from './test-moves.ts'

const { bed, ask, move, fill, usesWritten, createKey } = openMovingBed()

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
    await expect(move('cleo', null)).rejects.toThrow('cleo is being moved to the cell c1')
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
