import { eq } from 'drizzle-orm'
import { generateApiKey, hashApiKey } from '@waypost/http'
import { newId, openDatabase, type Db } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys } from '../db/tables.ts'
import { findApiKey } from './find-api-key.ts'

let database: TestDatabase
/** The pools of two processes of the service. */
let processes: [Db, Db]

const role = 'waypost_automation_api'

beforeAll(async () => {
  database = await createTestDatabase()
  processes = [database.connectAs(role).db, database.connectAs(role).db]
})
afterAll(() => database.drop())

async function createKey(ownerId = 'ada'): Promise<{ id: string; keyHash: Buffer }> {
  const { keyHash } = generateApiKey('gfac_')
  const id = newId()
  await processes[0].insert(apiKeys).values({
    id,
    ownerId,
    name: 'key',
    prefix: 'gfac_',
    keyHash,
    scopes: ['automation:read', 'audit:read'],
    createdAt: new Date(),
  })
  return { id, keyHash }
}

test('of many concurrent lookups, each gets its own key, and one for an unknown key gets none', async () => {
  const owners = Array.from({ length: 30 }, (_, index) => `owner-${index}`)
  const keys = await Promise.all(owners.map(createKey))
  const find = findApiKey(processes[0])
  const asked = [...keys, ...keys].map(({ keyHash }) => find(keyHash))
  const unknown = find(hashApiKey('nobody'))
  const found = await Promise.all(asked)
  expect(found.map((key) => key?.ownerId)).toEqual([...owners, ...owners])
  expect(found[0]).toMatchObject({
    isActive: true,
    scopes: ['automation:read', 'audit:read'],
    expiresAt: null,
  })
  expect(await unknown).toBeUndefined()
})

test.each<[what: string, change: (id: string) => Promise<unknown>]>([
  ['deactivated', (id) => processes[0].update(apiKeys).set({ isActive: false }).where(eq(apiKeys.id, id))],
  [
    'set to expire',
    (id) =>
      processes[0]
        .update(apiKeys)
        .set({ expiresAt: new Date(0) })
        .where(eq(apiKeys.id, id)),
  ],
  ['deleted', (id) => processes[0].delete(apiKeys).where(eq(apiKeys.id, id))],
])(
  'a key that was %s is seen as such by every later lookup in every process, among concurrent ones',
  async (_, change) => {
    const { id, keyHash } = await createKey()
    let isChanged = false
    const seenAfter: unknown[] = []
    const ask = async (db: Db) => {
      for (let askedAfter = 0; askedAfter < 20; askedAfter += isChanged ? 1 : 0) {
        const began = isChanged
        const key = await findApiKey(db)(keyHash)
        const isUsable = key !== undefined && key.isActive && key.expiresAt === null
        if (began) seenAfter.push(isUsable)
      }
    }
    const asking = Promise.all([...processes, ...processes, ...processes].map(ask))
    await findApiKey(processes[1])(keyHash)
    await change(id)
    isChanged = true
    await asking
    expect(seenAfter.length).toBeGreaterThanOrEqual(6 * 19)
    expect(new Set(seenAfter)).toEqual(new Set([false]))
  },
)

test('a failed lookup fails only for the requests that waited for it', async () => {
  const { keyHash } = await createKey()
  const pool = openDatabase({ url: database.url, role, applicationName: 'test' })
  const owner = database.connectAsOwner().db
  const find = findApiKey(pool.db)
  expect((await find(keyHash))?.ownerId).toBe('ada')

  await owner.execute('alter table automation.api_keys rename to hidden')
  const failed = await Promise.allSettled([find(keyHash), find(keyHash)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  await owner.execute('alter table automation.hidden rename to api_keys')
  expect((await find(keyHash))?.ownerId).toBe('ada')
  await pool.close()
})
