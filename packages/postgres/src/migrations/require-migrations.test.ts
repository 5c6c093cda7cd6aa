import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations, type MigrationSet } from './apply-migrations.ts'
import { requireMigrations } from './require-migrations.ts'
import { openDatabase } from '../database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'

let testDatabase: TestDatabase
let set: MigrationSet

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-migrations-'))
  set = { name: 'pages', schema: 'library', directory }
  await writeFile(
    path.join(directory, '0001-books.sql'),
    `create table library.books ();
     grant usage on schema library to waypost_dispatcher;
     grant select on library.migrations to waypost_dispatcher;`,
  )
  await writeFile(path.join(directory, '0002-shelves.sql'), 'create table library.shelves ();')
})
afterEach(async () => {
  await testDatabase.drop()
  await rm(set.directory, { recursive: true })
})

const check = async (): Promise<void> => {
  const role = 'waypost_dispatcher'
  const { pool, close } = openDatabase({ url: testDatabase.url, role, applicationName: 'early' })
  try {
    await requireMigrations(pool, [set])
  } finally {
    await close()
  }
}

test('a process that is older than its database, or as old, finds all its migrations', async () => {
  await applyMigrations(testDatabase.url, [set])
  await check()
  await rm(path.join(set.directory, '0002-shelves.sql'))
  await check()
})

test('a process that comes before its migrations says which is missing and what to run', async () => {
  await expect(check()).rejects.toThrow(
    'the database lacks library/pages/0001-books.sql and 1 more: run `waypost migrate`',
  )
  await applyMigrations(testDatabase.url, [set])
  await writeFile(path.join(set.directory, '0003-readers.sql'), 'create table library.readers ();')
  await expect(check()).rejects.toThrow('lacks library/pages/0003-readers.sql: run `waypost migrate`')
})

test('a process whose database did not let it see its migrations yet says what to run', async () => {
  await applyMigrations(testDatabase.url, [set])
  await testDatabase
    .connectAsOwner()
    .db.execute(`revoke select on library.migrations from waypost_dispatcher`)
  await expect(check()).rejects.toThrow('the database is older than this process: run `waypost migrate`')
})
