import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { fitPage } from './fit-page.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, applicationName: 'test', maxConnections: 1 })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const MiB = 1024 * 1024

/** The keys of the rows that fit, given the rows' sizes; keys are falling. */
async function fitting(...bytes: number[]): Promise<number[]> {
  const values = bytes.map((one, index) => sql`(${bytes.length - index}::integer, ${one}::integer)`)
  const sized = sql`(values ${sql.join(values, sql`, `)}) sized (key, bytes)`
  const { rows, key, found } = fitPage(
    sql`select key from ${sized}`,
    (one) => sql`(select bytes from ${sized} where key = ${one})`,
  )
  const answer = await database.db.execute<{ key: number; found: number }>(
    sql`select ${key}, ${found} from ${rows} order by ${key} desc`,
  )
  expect(answer.rows.every((row) => row.found === bytes.length)).toBe(true)
  return answer.rows.map((row) => row.key)
}

test('a page ends with the row that reaches 1 MiB, and reports how many rows there were', async () => {
  expect(await fitting(10, 20, 30)).toEqual([3, 2, 1])
  expect(await fitting(MiB - 1, 1, 1)).toEqual([3, 2])
  expect(await fitting(MiB / 2, 1, MiB, 1)).toEqual([4, 3, 2])
})

test('rows that do not fit are not measured', async () => {
  const keys = sql`select key from generate_series(4, 1, -1) key`
  // Dividing by zero, for every row but the first two.
  const { rows, key } = fitPage(keys, (one) => sql`(select ${MiB} / (${one} - 2)::integer)`)
  const answer = await database.db.execute(sql`select ${key} from ${rows} order by ${key} desc`)
  expect(answer.rows).toEqual([{ key: 4 }, { key: 3 }])
})

test('a page of nothing is empty', async () => {
  const { rows } = fitPage(sql`select 1 where false`, () => sql`(select 1)`)
  expect((await database.db.execute(sql`select from ${rows}`)).rows).toEqual([])
})

test('the first row of a page fits, however large it is', async () => {
  expect(await fitting(100 * MiB, 1)).toEqual([2])
})
