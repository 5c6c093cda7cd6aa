import { systemClock, type Clock, type Db } from '@waypost/postgres'
import { Registry } from 'prom-client'
import { createTestDatabase, waitFor, type TestDatabase } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RetentionKind } from './retention-kind.ts'
import { createRetentionMetrics } from './retention-metrics.ts'
import { startRetention } from './start-retention.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.connectAsOwner().db
})
afterAll(() => database.drop())

/** A clock whose timers fire when `pass` is called. */
function createHandClock() {
  const waiting: { run: () => void; ms: number }[] = []
  const clock: Clock = Object.assign(Object.create(systemClock) as Clock, {
    now: () => 1_000_000,
    setTimeout: (run: () => void, ms: number) => waiting.push({ run, ms }),
    clearTimeout: () => {},
  })
  return { clock, waiting, pass: () => waiting.shift()!.run() }
}

const logger = { warn: () => {} }

test('a purge runs every minute, prepares kinds that are kept for good too, and exports its metrics', async () => {
  const { clock, waiting, pass } = createHandClock()
  const registry = new Registry()
  let prepared = 0
  let left = 7
  const kinds: RetentionKind[] = [
    {
      name: 'fruit',
      keptMs: 5000,
      purge: async () => ({ rows: left, last: null, isMore: (left = 0) > 0 }),
      findOldest: async () => new Date(990_000),
    },
    {
      name: 'nuts',
      keptMs: undefined,
      prepare: async () => void (prepared += 1),
      purge: () => Promise.reject(new Error('kept for good')),
      findOldest: async () => null,
    },
  ]
  const stop = startRetention('shop', { db, clock, kinds, logger }, createRetentionMetrics(registry))
  expect(waiting[0]!.ms).toBeLessThan(60_000)
  pass()
  await waitFor('the next time', () => waiting.length === 1)
  expect(waiting[0]!.ms).toBe(60_000)
  pass()
  await waitFor('the time after', () => waiting.length === 1)
  await stop()
  expect(prepared).toBe(2)

  const exported = await registry.metrics()
  expect(exported).toContain('waypost_retention_purged_rows_total{place="shop",kind="fruit"} 7')
  expect(exported).toContain('waypost_retention_purged_rows_total{place="shop",kind="nuts"} 0')
  expect(exported).toContain('waypost_retention_oldest_row_seconds{place="shop",kind="fruit"} 10')
  expect(exported).toContain('waypost_retention_oldest_row_seconds{place="shop",kind="nuts"} 0')
  expect(exported).toContain('waypost_retention_kept_seconds{place="shop",kind="fruit"} 5')
  expect(exported).not.toContain('kept_seconds{place="shop",kind="nuts"}')
})

test('a process that stops finishes the current batch and starts no other', async () => {
  const { clock, pass } = createHandClock()
  const batch = Promise.withResolvers<void>()
  const begun: string[] = []
  const kind = (name: string): RetentionKind => ({
    name,
    keptMs: 0,
    async purge() {
      begun.push(name)
      await batch.promise
      return { rows: 1, last: null, isMore: true }
    },
    findOldest: async () => null,
  })
  const kinds = [kind('fruit'), kind('nuts')]
  const stop = startRetention('shop', { db, clock, kinds, logger }, createRetentionMetrics(new Registry()))
  pass()
  await waitFor('a batch', () => begun.length === 1)
  const stopped = stop()
  batch.resolve()
  await stopped
  expect(begun).toEqual(['fruit'])
})

const fruit = (findOldest: RetentionKind['findOldest']): RetentionKind => ({
  name: 'fruit',
  keptMs: 5000,
  purge: () => Promise.reject(new Error('not purged here')),
  findOldest,
})

test('the oldest rows of places whose database hangs or fails are left out, and those of others exported', async () => {
  const registry = new Registry()
  const metrics = createRetentionMetrics(registry, { timeoutMs: 10 })
  const { clock } = createHandClock()
  const hanging = Promise.withResolvers<Date>()
  metrics.watch('far', { db, clock, kinds: [fruit(() => hanging.promise)] })
  metrics.watch('gone', { db, clock, kinds: [fruit(() => Promise.reject(new Error('no database')))] })
  metrics.watch('near', { db, clock, kinds: [fruit(async () => new Date(990_000))] })
  const exported = await registry.metrics()
  expect(exported.match(/^waypost_retention_oldest_row_seconds.*/gm)).toEqual([
    'waypost_retention_oldest_row_seconds{place="near",kind="fruit"} 10',
  ])
})
