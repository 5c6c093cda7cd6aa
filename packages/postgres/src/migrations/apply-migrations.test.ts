import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

const owner = () => database.connectAsOwner().db
const set = () => ({ name: 'shop', schema: 'shop', directory, parameters: { fallback: "'apple'" } })

test('applies each migration file once, in order, with its parameters filled in', async () => {
  await writeFile(path.join(directory, '0002-insert.sql'), 'insert into {{schema}}.fruit default values')
  expect(await applyMigrations(database.url, [set()])).toEqual([
    'shop/shop/0001-fruit.sql',
    'shop/shop/0002-insert.sql',
  ])
  expect(await applyMigrations(database.url, [set()])).toEqual([])
  const { rows } = await database.connectAsOwner().db.execute(sql`select name from shop.fruit`)
  expect(rows).toEqual([{ name: 'apple' }])
})

test('concurrent callers apply a migration file once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => applyMigrations(database.url, [set()])))
  expect(applied.flat()).toEqual(['shop/shop/0001-fruit.sql'])
})

test('a migration file that fails leaves nothing behind, and the error names it', async () => {
  await writeFile(path.join(directory, '0002-broken.sql'), 'create table {{schema}}.nut (); select 1 / 0')
  await expect(applyMigrations(database.url, [set()])).rejects.toThrow(
    'shop/shop/0002-broken.sql failed: division by zero',
  )
  const { rows } = await database.connectAsOwner().db.execute(sql`select to_regclass('shop.nut') as nut`)
  expect(rows).toEqual([{ nut: null }])
})

describe('a migration file with a concurrent index build', () => {
  beforeEach(() =>
    writeFile(
      path.join(directory, '0002-index.sql'),
      `-- outside of a transaction
drop index concurrently if exists {{schema}}.fruit_by_name;
create index concurrently fruit_by_name on {{schema}}.fruit (name); -- for the list`,
    ),
  )

  test('concurrent callers apply a concurrent index build once, without blocking it', async () => {
    const applied = await Promise.all(Array.from({ length: 3 }, () => applyMigrations(database.url, [set()])))
    expect(applied.flat()).toEqual(['shop/shop/0001-fruit.sql', 'shop/shop/0002-index.sql'])
    const { rows } = await database
      .connectAsOwner()
      .db.execute(
        sql`select indisvalid as valid from pg_index where indexrelid = 'shop.fruit_by_name'::regclass`,
      )
    expect(rows).toEqual([{ valid: true }])
  })
})

describe('a migration of a table in use', () => {
  const waiting = { lockTimeoutMs: 50, pauseMs: 50, tries: 200 }

  test('a migration gives way to queries that come after it, and is applied when the table is free', async () => {
    await applyMigrations(database.url, [set()])
    await writeFile(path.join(directory, '0002-colour.sql'), 'alter table {{schema}}.fruit add colour text')
    const migrating = await owner().transaction(async (tx) => {
      await tx.execute(sql`select * from shop.fruit`)
      const begun = applyMigrations(database.url, [set()], waiting)
      // Each of these reads would wait behind the migration for as long as the migration waits for us.
      for (let read = 0; read < 20; read += 1) await owner().execute(sql`select * from shop.fruit`)
      return { begun }
    })
    expect(await migrating.begun).toEqual(['shop/shop/0002-colour.sql'])
  })

  test('a migration of a table that is never free fails and leaves nothing behind', async () => {
    await applyMigrations(database.url, [set()])
    await writeFile(
      path.join(directory, '0002-colour.sql'),
      'create table {{schema}}.nut (); alter table {{schema}}.fruit add colour text',
    )
    await owner().transaction(async (tx) => {
      await tx.execute(sql`select * from shop.fruit`)
      await expect(applyMigrations(database.url, [set()], { ...waiting, tries: 2 })).rejects.toThrow(
        'shop/shop/0002-colour.sql failed: canceling statement due to lock timeout',
      )
    })
    const { rows } = await owner().execute(sql`select to_regclass('shop.nut') as nut`)
    expect(rows).toEqual([{ nut: null }])
  })
})
