import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findOutdated, openDatabase } from '@waypost/postgres'
import { createTestDatabase, inheritedEnvironment, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateEverything, serviceDatabases } from './databases.ts'

const script = fileURLToPath(new URL('waypost.ts', import.meta.url))
const run = promisify(execFile)

let database: TestDatabase
let emptyUrl: string
let ownerUrl: string

beforeAll(async () => {
  database = await createTestDatabase()
  const admin = database.connectAsOwner().db
  const name = new URL(database.url).pathname.slice(1)
  await admin.execute(sql.raw(`create role ${name}_migration login password 'p'`))
  await admin.execute(sql.raw(`create database ${name}_empty owner ${name}_migration`))
  emptyUrl = Object.assign(new URL(database.url), { pathname: `/${name}_empty` }).href
  ownerUrl = Object.assign(new URL(emptyUrl), { username: `${name}_migration`, password: 'p' }).href
})
afterAll(async () => {
  const admin = database.connectAsOwner().db
  const name = new URL(database.url).pathname.slice(1)
  await admin.execute(sql.raw(`drop database ${name}_empty with (force)`))
  await admin.execute(sql.raw(`drop role ${name}_migration`))
  await database.drop()
})

const urls = (url: string) => ({ automation: url, alias: url, accounts: url })
const outdated = async (url: string) =>
  (await Promise.all(serviceDatabases(urls(url)).map((each) => findOutdated(each.url, each.database)))).flat()

async function migrate(url: string, options: string[] = [], variables: Record<string, string> = {}) {
  const env = { ...inheritedEnvironment, DATABASE_URL: url, ...variables }
  return await run(process.execPath, [script, 'migrate', ...options], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

test('a migrated database is up to date', async () => {
  expect(await outdated(database.url)).toEqual([])
})

describe('an empty database', () => {
  test('is reported as outdated by --check, which creates nothing', async () => {
    const { code, stdout } = await migrate(ownerUrl, ['--check'])
    expect(code).toBe(1)
    expect(stdout).toContain('to do: accounts/accounts/0001-accounts.sql')
    expect(stdout).toContain('to do: alias/webhooks/0001-webhooks.sql')
    expect(stdout).toContain('to do: automation_outbox (not installed)')
    expect(await outdated(ownerUrl)).toEqual(stdout.match(/(?<=to do: ).*/g))
  })

  test('is migrated once by two concurrent commands with a login that only owns the database', async () => {
    await Promise.all([migrateEverything(urls(ownerUrl)), migrateEverything(urls(ownerUrl))])
    expect(await migrate(ownerUrl, ['--check'])).toEqual({
      code: 0,
      stdout: 'The database is up to date.\n',
      stderr: '',
    })
  })

  test('is outdated again when a new queue or a newer queue version is needed', async () => {
    const admin = openDatabase({ url: emptyUrl, applicationName: 'test' })
    await admin.db.execute(sql`update alias_jobs.version set version = version - 1`)
    await admin.db.execute(sql`delete from automation_jobs.queue where name = 'runs'`)
    await admin.close()
    expect(await outdated(ownerUrl)).toEqual([
      'automation_jobs/runs',
      expect.stringMatching(/^alias_jobs \(version \d+, needs \d+\)$/),
    ])
  })
})

test('the cells of a service are migrated with it, by name, and have that service alone, also while another one is away', async () => {
  const admin = database.connectAsOwner().db
  const name = `${new URL(database.url).pathname.slice(1)}_cell`
  await admin.execute(sql.raw(`create database ${name}`))
  try {
    const cell = Object.assign(new URL(database.url), { pathname: `/${name}` }).href
    const ALIAS_CELLS = `gone=postgres://nobody@127.0.0.1:1/gone c1=${cell}`
    const { code, stdout } = await migrate(database.url, [], { ALIAS_CELLS })
    expect(stdout).toContain('applied: alias/c1: alias/webhooks/0001-webhooks.sql\n')
    expect(stdout.match(/^applied: (?!alias\/c1: )/gm)).toBeNull()
    expect(stdout).toMatch(/^failed: alias\/gone: .*ECONNREFUSED/m)
    expect([code, stdout.includes('up to date')]).toEqual([1, false])
    const [accounts, automation, alias] = serviceDatabases(urls(cell))
    expect(await findOutdated(cell, alias!.database)).toEqual([])
    for (const other of [accounts!, automation!])
      expect(await findOutdated(cell, other.database)).not.toEqual([])
  } finally {
    await admin.execute(sql.raw(`drop database ${name} with (force)`))
  }
})

test('a failed migration prints one line and exits with code 1', async () => {
  const [unreachable, unset, misspelt] = await Promise.all([
    migrate('postgres://nobody:secret@127.0.0.1:1/waypost'),
    migrate(''),
    migrate(ownerUrl, ['--chekc']),
  ])
  expect(unreachable.code).toBe(1)
  expect(unreachable.stderr).toMatch(/^could not migrate: .*ECONNREFUSED.*\n$/)
  expect(unset.stderr).toContain('DATABASE_URL is required')
  expect(misspelt.stderr).toContain('unknown: --chekc')
})

test('a database without Citus is refused by --citus, and is not changed', async () => {
  const { code, stderr } = await migrate(ownerUrl, ['--citus'])
  expect(code).toBe(1)
  expect(stderr).toBe(
    'could not migrate: the database has no Citus: "create extension citus" on the coordinator and on each worker\n',
  )
})
