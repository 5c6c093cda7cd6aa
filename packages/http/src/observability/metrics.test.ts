import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import { createLogger } from './logger.ts'
import { measureRequests } from './measure-requests.ts'
import { createMetrics, serveInternals } from './metrics.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'
import { watchConnections } from './watch-connections.ts'
import { watchGauges, type Reading } from './watch-gauges.ts'
import { openDatabase } from '@waypost/postgres'

const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))

/** Two gauges, one with labels and one without, with the readings of `read`. */
function watch(read: () => Promise<Reading<'depth' | 'age'>[]>) {
  const registry = createMetrics('tested')
  const clock = { now: 0 }
  watchGauges(
    registry,
    { depth: { help: 'How deep.', labelNames: ['sea'] }, age: { help: 'How old.' } },
    read,
    { ttlMs: 1000, now: () => clock.now },
  )
  return { registry, clock }
}

test('gauges are read on request, all in one reading, and cached for a while', async () => {
  let readings = 0
  const { registry, clock } = watch(async () => {
    readings += 1
    return [
      { gauge: 'depth', labels: { sea: 'baltic' }, value: readings },
      { gauge: 'age', value: 10 * readings },
    ]
  })
  const expectReading = async (count: number) => {
    const text = await registry.metrics()
    expect(linesOf(text, 'depth')).toEqual([`depth{sea="baltic",process="tested"} ${count}`])
    expect(linesOf(text, 'age')).toEqual([`age{process="tested"} ${10 * count}`])
  }
  await expectReading(1)
  clock.now = 999
  await Promise.all([expectReading(1), expectReading(1)])
  clock.now = 1000
  await expectReading(2)
})

test('gauges whose reading fails are absent and counted, and all other metrics are exported', async () => {
  let isBroken = false
  const { registry, clock } = watch(async () => {
    if (isBroken) throw new Error('no database')
    return [
      { gauge: 'depth', labels: { sea: 'baltic' }, value: 1 },
      { gauge: 'age', value: 1 },
    ]
  })
  await registry.metrics()
  isBroken = true
  clock.now = 1000
  const text = await registry.metrics()
  expect([...linesOf(text, 'depth'), ...linesOf(text, 'age')]).toEqual([])
  expect(text).toMatch(/waypost_process_resident_memory_bytes\{/)
  expect(linesOf(await registry.metrics(), 'waypost_readings_failed_total')).toEqual([
    'waypost_readings_failed_total{process="tested"} 1',
  ])
})

test('a series that is no longer read is removed', async () => {
  const seas = ['baltic', 'aral']
  const { registry, clock } = watch(async () =>
    seas.map((sea) => ({ gauge: 'depth', labels: { sea }, value: 1 })),
  )
  expect(linesOf(await registry.metrics(), 'depth')).toHaveLength(2)
  seas.pop()
  clock.now = 1000
  expect(linesOf(await registry.metrics(), 'depth')).toEqual(['depth{sea="baltic",process="tested"} 1'])
})

test('requests are counted by route and status, without probes and without URLs as labels', async () => {
  const registry = createMetrics('tested')
  const logger = createLogger('test', 'silent')
  const app = createApp({ logger, errorForm: standardErrorForm, trustProxy: false, corsOrigins: [] })
  app.get('/healthz', async () => ({}))
  app.get('/things/:id', async () => ({}))
  measureRequests(registry)(app)
  for (const url of ['/healthz', '/things/hush', '/things/hush2', '/nowhere/hush']) await app.inject({ url })
  await app.close()
  const text = await registry.metrics()
  expect(linesOf(text, 'waypost_http_request_duration_seconds_count')).toEqual([
    'waypost_http_request_duration_seconds_count{process="tested",method="GET",route="/things/:id",status="200"} 2',
    'waypost_http_request_duration_seconds_count{process="tested",method="GET",route="none",status="404"} 1',
  ])
  expect(text).not.toContain('hush')
})

test('a reading that hangs does not delay other metrics', async () => {
  const registry = createMetrics('tested')
  const hanging = Promise.withResolvers<never>()
  watchGauges(registry, { age: { help: 'How old.' } }, () => hanging.promise, { timeoutMs: 10 })
  const internals = await serveInternals(registry, { host: '127.0.0.1', port: 0, databases: [] })
  const { port } = internals.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  expect(linesOf(await answer.text(), 'age')).toEqual([])
  internals.close()
})

test('of several readings, one that fails or hangs is counted, and takes none of the others along', async () => {
  const registry = createMetrics('tested')
  const hanging = Promise.withResolvers<never>()
  watchGauges(
    registry,
    { depth: { help: 'How deep.', labelNames: ['sea'] } },
    () => [
      hanging.promise,
      Promise.reject(new Error('no database')),
      Promise.resolve([{ gauge: 'depth', labels: { sea: 'aral' }, value: 1 }]),
    ],
    { timeoutMs: 10 },
  )
  await registry.metrics()
  const text = await registry.metrics()
  expect(linesOf(text, 'depth')).toEqual(['depth{sea="aral",process="tested"} 1'])
  expect(linesOf(text, 'waypost_readings_failed_total')).toEqual([
    'waypost_readings_failed_total{process="tested"} 2',
  ])
})

test('connections are counted by state', async () => {
  const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', applicationName: 'test' })
  const registry = createMetrics('tested')
  watchConnections(registry, { main: database })
  const text = await registry.metrics()
  expect(linesOf(text, 'waypost_database_')).toEqual([
    'waypost_database_connections{database="main",state="busy",process="tested"} 0',
    'waypost_database_connections{database="main",state="idle",process="tested"} 0',
    'waypost_database_waiting{database="main",process="tested"} 0',
  ])
  await database.close()
})
