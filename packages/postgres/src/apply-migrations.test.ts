import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations } from './apply-migrations.ts'

let database: TestDatabase
let directory: string

beforeEach(async () => {
  database = await createTestDatabase()
  directory = await mkdtemp(path.join(tmpdir(), 'waypost-migrations-'))
  await writeFile(
    path.join(directory, '0001-fruit.sql'),
    'create table {{schema}}.fruit (name text default {{fallback}})',
  )
})
afterEach(async () => {
  await rm(directory, { recursive: true })
  await database.drop()
})

const set = () => ({ name: 'shop', schema: 'shop', directory, parameters: { fallback: "'apple'" } })

test('applies each file once, in order, with its parameters filled in', async () => {
  await writeFile(path.join(directory, '0002-insert.sql'), 'insert into {{schema}}.fruit default values')
  expect(await applyMigrations(database.url, [set()])).toEqual([
    'shop/shop/0001-fruit.sql',
    'shop/shop/0002-insert.sql',
  ])
  expect(await applyMigrations(database.url, [set()])).toEqual([])
  const { rows } = await database.connectAsOwner().db.execute(sql`select name from shop.fruit`)
  expect(rows).toEqual([{ name: 'apple' }])
})

test('callers at the same time apply a file once between them', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => applyMigrations(database.url, [set()])))
  expect(applied.flat()).toEqual(['shop/shop/0001-fruit.sql'])
})

test('a file that fails leaves nothing behind and is named', async () => {
  await writeFile(path.join(directory, '0002-broken.sql'), 'create table {{schema}}.nut (); select 1 / 0')
  await expect(applyMigrations(database.url, [set()])).rejects.toThrow(
    'shop/shop/0002-broken.sql failed: division by zero',
  )
  const { rows } = await database.connectAsOwner().db.execute(sql`select to_regclass('shop.nut') as nut`)
  expect(rows).toEqual([{ nut: null }])
})
