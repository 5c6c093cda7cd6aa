import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId, openDatabase, openQueues, startEmbeddedPostgres, systemClock } from '@waypost/postgres'
import {
  createTestDatabase,
  findFreePort,
  inheritedEnvironment,
  startWebhookReceiver,
  waitFor,
  type TestDatabase,
  type WebhookReceiver,
} from '@waypost/testing'
import {
  automationChannel,
  createKeyring,
  generateSecret,
  publishEvent,
  webhookSecretContext,
  webhookTables,
} from '@waypost/webhooks'
import { ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateAutomation } from '../../../apps/automation-api/src/db/migrate.ts'

const main = fileURLToPath(new URL('../../../apps/dispatcher/src/main.ts', import.meta.url))
const { deliveries, webhooks } = webhookTables('automation')
const encryptionKeys = `test:${Buffer.alloc(32, 9).toString('base64')}`
const ownerId = 'ada'

let directory: string
let port: number
let home: TestDatabase
let cell: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let receiver: WebhookReceiver
const dispatchers: ChildProcess[] = []

const startCell = async () => {
  cell = await startEmbeddedPostgres({ directory: path.join(directory, 'cell'), port, password: 'secret' })
}

/** Stops the server with all its sessions: nothing refuses, and nothing answers. */
async function hangCell(): Promise<() => Promise<void>> {
  const { db, close } = openDatabase({ url: cell.url, applicationName: 'test', maxConnections: 1 })
  await db.execute(sql`select 1`)
  // From here on there are no new sessions.
  process.kill(cell.pid, 'SIGSTOP')
  const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity`)
  const pids = [cell.pid, ...rows.map(({ pid }) => pid)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return async () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    await close()
  }
}

async function registerWebhook(databaseUrl: string, url: string): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl, applicationName: 'test' })
  const id = newId()
  const sealedSecret = createKeyring(encryptionKeys).seal(generateSecret(), webhookSecretContext(id))
  const events = ['execution.started']
  await db
    .insert(webhooks)
    .values({ id, ownerId, name: 'test', url, events, sealedSecret, createdAt: new Date() })
  await close()
}

interface Publisher {
  publish(): Promise<string>
  close(): Promise<void>
}
/** Of each database. They stay open, as a service's do: an event is announced once it is committed. */
const publishers = new Map<string, Promise<Publisher>>()

async function openPublisher(url: string): Promise<Publisher> {
  const connection = { url, role: 'waypost_automation_runner', applicationName: 'test' }
  const { db, close } = openDatabase(connection)
  const queues = await openQueues({
    ...connection,
    schema: automationChannel.outboxSchema,
    onError: () => {},
  })
  const outbox = { channel: automationChannel, boss: queues.boss, delaysMs: [0], clock: systemClock }
  return {
    async publish() {
      const data = { jobId: null, executionId: newId(), automationId: newId(), status: 'running' as const }
      const [id] = await db.transaction(
        (tx) => publishEvent(tx, outbox, { ownerId, event: 'execution.started', data }).deliveryIds,
      )
      return id!
    },
    close: async () => void (await Promise.all([queues.close(), close()])),
  }
}

async function publish(url: string): Promise<string> {
  const publisher = publishers.get(url) ?? openPublisher(url)
  publishers.set(url, publisher)
  return (await publisher).publish()
}

const arrival = (id: string) =>
  waitFor('the delivery', () => receiver.requests.some(({ headers }) => headers['x-service-delivery'] === id))

/** Waits until all that a database has is delivered: what a dispatcher still has to write down there holds up its end. */
async function settled(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, applicationName: 'test', maxConnections: 1 })
  const listPending = () => db.select().from(deliveries).where(ne(deliveries.status, 'delivered'))
  await waitFor('the settlement', async () => (await listPending()).length === 0)
  await close()
}

/** A dispatcher of both databases, and what it says of itself. */
async function startDispatcher() {
  const metricsPort = await findFreePort()
  const child = fork(main, {
    execArgv: process.execArgv,
    env: {
      ...inheritedEnvironment,
      DATABASE_URL: home.url,
      AUTOMATION_CELLS: `c1=${cell.url}`,
      ENCRYPTION_KEYS: encryptionKeys,
      EGRESS_ALLOW: '127.0.0.0/8',
      DISPATCHER_PORT: '0',
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'fatal',
    },
  })
  dispatchers.push(child)
  await once(child, 'message')
  const ask = async (what: 'metrics' | 'readyz') => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/${what}`)
    expect(response.status).toBe(200)
    return response.text()
  }
  const isUp = async () =>
    /^waypost_cell_up\{channel="automation\/c1",process="dispatcher"\} (\d)$/m.exec(await ask('metrics'))?.[1]
  return { child, ask, isUp }
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'waypost-cells-'))
  await chmod(directory, 0o711)
  port = await findFreePort()
  ;[home, receiver] = await Promise.all([createTestDatabase(), startWebhookReceiver()])
  await startCell()
  await migrateAutomation(cell.url)
  await registerWebhook(home.url, receiver.url)
  await registerWebhook(cell.url, receiver.url)
})
afterAll(async () => {
  for (const each of dispatchers.filter(({ exitCode }) => exitCode === null)) {
    each.kill('SIGKILL')
    await once(each, 'exit')
  }
  for (const publisher of publishers.values()) await (await publisher).close()
  await Promise.all([cell.stop(), receiver.close(), home.drop()])
  await rm(directory, { recursive: true, force: true })
})

test('a cell whose server is down when a dispatcher starts, or goes down later, holds up nobody, and is delivered from as soon as it is up', async () => {
  const waiting = await publish(cell.url)
  await cell.stop()

  const { child, ask, isUp } = await startDispatcher()
  await arrival(await publish(home.url))
  await waitFor('the reason', async () => (await ask('readyz')).includes('ECONNREFUSED'))
  expect(JSON.parse(await ask('readyz'))).toEqual({
    status: 'ok',
    cells: { 'automation/c1': expect.stringMatching(/^the database does not answer: /) },
  })
  expect(await isUp()).toBe('0')

  await startCell()
  await arrival(waiting)
  await waitFor('the cell', async () => (await isUp()) === '1')
  expect(JSON.parse(await ask('readyz'))).toEqual({ status: 'ok', cells: { 'automation/c1': 'ok' } })

  await cell.stop()
  await arrival(await publish(home.url))
  await waitFor('the loss', async () => (await isUp()) === '0')
  // What is read of the other database is there all the same.
  expect(await ask('metrics')).toMatch(/^waypost_deliveries_pending\{channel="automation",/m)
  await arrival(await publish(home.url))

  await startCell()
  await arrival(await publish(cell.url))
  await waitFor('the cell', async () => (await isUp()) === '1')

  await settled(cell.url)
  await cell.stop()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  await startCell()
})

test('a cell whose server hangs holds up neither the others nor what a dispatcher says of itself', async () => {
  const { ask, isUp } = await startDispatcher()
  await waitFor('the cell', async () => (await isUp()) === '1')
  const goOn = await hangCell()
  let inCell: Promise<string>
  try {
    await waitFor('the loss', async () => (await isUp()) === '0')
    expect(JSON.parse(await ask('readyz'))).toEqual({
      status: 'ok',
      cells: { 'automation/c1': expect.stringMatching(/^the database does not answer/) },
    })
    await arrival(await publish(home.url))
    expect(await ask('metrics')).toMatch(/^waypost_deliveries_pending\{channel="automation",/m)
    inCell = publish(cell.url)
  } finally {
    await goOn()
  }
  await arrival(await inCell)
  await waitFor('the cell', async () => (await isUp()) === '1')
})
