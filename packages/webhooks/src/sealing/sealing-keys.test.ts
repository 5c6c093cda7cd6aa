import { randomBytes } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeyring } from '../keyring.ts'
import { resealDatabases } from './reseal-databases.ts'
import { checkSealingKeys, recordSealingKey, requireSealingKeys } from './sealing-keys.ts'

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const first = newKey('first')
const second = newKey('second')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => owner().execute(sql`delete from alias.sealing_keys`))

const owner = () => database.connectAsOwner().db
const ring = (...keys: string[]) => ({
  db: database.connectAs('waypost_alias_api').db,
  keyring: createKeyring(keys.join()),
  schema: 'alias',
})
const recorded = async () =>
  (await owner().execute<{ id: string }>(sql`select id from alias.sealing_keys order by id`)).rows.map(
    ({ id }) => id,
  )
const lacks = (id: string) =>
  `ENCRYPTION_KEYS lacks the key "${id}" of the schema alias, or has another one under its name`

test('a process whose ring has the keys that have sealed anything is ready', async () => {
  await recordSealingKey(ring(first))
  await recordSealingKey(ring(first))
  expect(await recorded()).toEqual(['first'])
  await expect(checkSealingKeys(ring(second, first))()).resolves.toBeUndefined()
  await expect(requireSealingKeys(ring(first, second))).resolves.toBeUndefined()
})

test.each([
  ['lacks a key', [second]],
  ['has another key under its name', [newKey('first')]],
])('a process whose ring %s does not start, and changes nothing', async (_fault, keys) => {
  await recordSealingKey(ring(first))
  await expect(recordSealingKey(ring(...keys))).rejects.toThrow(lacks('first'))
  expect(await checkSealingKeys(ring(...keys))()).toBe(lacks('first'))
  expect(await recorded()).toEqual(['first'])
})

test('a process without the key that seals from now on is no longer ready', async () => {
  await recordSealingKey(ring(first))
  await recordSealingKey(ring(second, first))
  expect(await checkSealingKeys(ring(first))()).toBe(lacks('second'))
  expect(await checkSealingKeys(ring(first, second))()).toBeUndefined()
})

test('an older key is needed until everything is sealed with the current one', async () => {
  await recordSealingKey(ring(first))
  await recordSealingKey(ring(second, first))
  const { keyring, schema } = ring(second, first)
  const reseal = (isCheck: boolean) =>
    resealDatabases([{ url: database.url, keyring, schema, places: [] }], { isCheck })
  await reseal(true)
  expect(await checkSealingKeys(ring(second))()).toBe(lacks('first'))
  await reseal(false)
  expect(await checkSealingKeys(ring(second))()).toBeUndefined()
})
