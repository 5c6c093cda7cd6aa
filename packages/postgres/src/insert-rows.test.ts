import { sql } from 'drizzle-orm'
import { boolean, customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { insertRows, insertTogether, newRows } from './insert-rows.ts'
import { newId } from './new-id.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const fruit = pgTable('fruit', {
  id: uuid('id').primaryKey(),
  kind: text('kind'),
  size: integer('size').notNull().default(7),
  isRipe: boolean('is_ripe'),
  pickedAt: timestamp('picked_at', { withTimezone: true }),
  notes: jsonb('notes').$type<unknown>(),
  photo: bytes('photo'),
})

const basket = pgTable('basket', {
  id: uuid('id').primaryKey(),
  fruitId: uuid('fruit_id').notNull(),
  label: text('label'),
})

let testDatabase: TestDatabase
let database: Database

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, applicationName: 'fruit', maxConnections: 1 })
  await database.db.execute(sql`
    create table fruit (
      id uuid primary key, kind text, size integer not null default 7, is_ripe boolean,
      picked_at timestamptz, notes jsonb, photo bytea
    )
  `)
  await database.db.execute(
    sql`create table basket (id uuid primary key, fruit_id uuid not null references fruit, label text)`,
  )
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const rows = [
  {
    id: newId(),
    kind: `apple's "$1"; drop table fruit`,
    size: 3,
    isRipe: false,
    pickedAt: new Date('2026-01-02T03:04:05.678Z'),
    notes: { from: ['a', { b: null }] },
    photo: Buffer.from([0, 1, 255]),
  },
  { id: newId(), kind: null, notes: ['a', 'b'], photo: null },
  { id: newId() },
]
const read = () => database.db.select().from(fruit).orderBy(fruit.id)

test('insertRows inserts the same rows as drizzle, with the defaults of omitted columns', async () => {
  const { db } = database
  await db.insert(fruit).values(rows)
  const expected = await read()
  expect(expected).toHaveLength(3)
  await db.delete(fruit)
  await insertRows(db, fruit, rows)
  expect(await read()).toEqual(expected)
})

test('insertRows inserts nothing for no rows', async () => {
  await insertRows(database.db, fruit, [])
  expect(await read()).toEqual([])
})

test('insertRows is part of its transaction', async () => {
  const inserting = database.db.transaction(async (tx) => {
    await insertRows(tx, fruit, rows.slice(0, 1))
    await insertRows(tx, fruit, rows.slice(0, 1))
  })
  await expect(inserting).rejects.toMatchObject({ code: '23505' })
  expect(await read()).toEqual([])
})

test('insertRows takes SQL for a value, whose parameters come in their places', async () => {
  const [first, second] = [newId(), newId()]
  const kind = sql<string>`upper(${'ap'} || ${'ple'})`
  await insertRows(database.db, fruit, [
    { id: first, size: 3, kind, isRipe: true },
    { id: second, size: sql<number>`${2} + ${3}::integer`, kind: 'pear' },
  ])
  expect(await read()).toMatchObject([
    { id: first, kind: 'APPLE', size: 3, isRipe: true },
    { id: second, kind: 'pear', size: 5, isRipe: null },
  ])
})

test('insertTogether inserts rows that refer to each other, in any order', async () => {
  const ids = [newId(), newId()]
  const baskets = ids.map((fruitId, index) => ({ id: newId(), fruitId, label: `basket ${index}` }))
  for (const both of [baskets.slice(0, 1), baskets.slice(1)]) {
    const [{ fruitId }] = both as [(typeof baskets)[0]]
    await insertTogether(database.db, [newRows(basket, both), newRows(fruit, [{ id: fruitId, size: 1 }])])
  }
  expect((await read()).map(({ id }) => id)).toEqual(ids)
  expect(await database.db.select().from(basket).orderBy(basket.label)).toEqual(baskets)
})

test('insertTogether inserts nothing where a row of one table cannot be inserted', async () => {
  const inserting = insertTogether(database.db, [
    newRows(fruit, [{ id: newId() }]),
    newRows(basket, [{ id: newId(), fruitId: newId() }]),
  ])
  await expect(inserting).rejects.toMatchObject({ code: '23503' })
  expect(await read()).toEqual([])
})
