import { afterEach, expect, test } from 'vitest'
import { findDatabaseFault, openDatabase } from '@waypost/postgres'
import { createTestDatabase } from '@waypost/postgres/testing'
import { startPgBouncer } from './start-pgbouncer.ts'

const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close()
})

async function faultThrough(
  settings: Parameters<typeof startPgBouncer>[1],
  role?: string,
): Promise<string | undefined> {
  const testDatabase = await createTestDatabase()
  closes.push(() => testDatabase.drop())
  const bouncer = await startPgBouncer(testDatabase.url, settings)
  closes.push(bouncer.close)
  const database = openDatabase({ url: bouncer.url, role, applicationName: 'pooled' })
  closes.push(database.close)
  return findDatabaseFault(database.db)
}

test('a pooler of sessions is no fault', async () => {
  expect(await faultThrough({ pool_mode: 'session' })).toBeUndefined()
})

test('a pooler of transactions is a fault', async () => {
  expect(await faultThrough({ pool_mode: 'transaction' })).toBe(
    'a pooler gives one session to several connections: it must pool sessions, not transactions',
  )
})

test('a pooler that drops the role of connections is a fault', async () => {
  const settings = { pool_mode: 'session', ignore_startup_parameters: 'options' } as const
  expect(await faultThrough(settings, 'waypost_dispatcher')).toMatch(
    /^connections act as the role \w+, not as waypost_dispatcher: /,
  )
})
