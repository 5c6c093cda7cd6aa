import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import {
  endProcess,
  findFreePort,
  startWebhookReceiver,
  waitFor,
  type WebhookReceiver,
} from '@waypost/testing'
import { createKeyring, recordSealingKey, webhookSecretContext } from '@waypost/webhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, openTestChannel, webhooks, type TestChannel } from './test-channel.ts'
import { readStartError, startTestDispatcher } from './test-dispatcher.ts'

let first: TestChannel
let cell: TestChannel
let isCellGone = false
let receiver: WebhookReceiver
const processes: ChildProcess[] = []

beforeEach(async () => {
  ;[first, cell] = await Promise.all([openTestChannel({ clock: 'real' }), openTestChannel({ clock: 'real' })])
  isCellGone = false
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => endProcess(each, 'SIGKILL')))
  await receiver.close()
  await first.close()
  if (!isCellGone) await cell.close()
})

const startDispatcher = (cellUrl: string, environment: Record<string, string> = {}) =>
  startTestDispatcher(first, {
    environment: { AUTOMATION_CELLS: `c1=${cellUrl}`, LOG_LEVEL: 'fatal', ...environment },
    onStarted: (child) => processes.push(child),
  })
const arrived = () => new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery']))
const arrival = (id: string | undefined) => waitFor('the delivery', () => arrived().has(id))

test('a dispatcher delivers from every cell of a service, and from the others when one is gone', async () => {
  await first.registerWebhook(`${receiver.url}/first`)
  await cell.registerWebhook(`${receiver.url}/cell`)
  await startDispatcher(cell.database.url)
  const published = new Set([...(await first.publish()), ...(await cell.publish())])
  await receiver.waitForRequests(2)
  expect(arrived()).toEqual(published)
  for (const { owner } of [first, cell])
    await waitFor('the settlement', async () => {
      const rows = await owner.select({ status: deliveries.status }).from(deliveries)
      return rows.length === 1 && rows[0]!.status === 'delivered'
    })

  await cell.close()
  isCellGone = true
  const [id] = await first.publish()
  await arrival(id)
})

test('deliveries of a cell whose secrets the key ring does not open wait without an attempt, and those of the others are made', async () => {
  const other = createKeyring(`other:${randomBytes(32).toString('base64')}`)
  const otherKey = { db: cell.owner, keyring: other, schema: 'automation' }
  await recordSealingKey(otherKey)
  await first.registerWebhook(receiver.url)
  const { id: webhookId } = await cell.registerWebhook(receiver.url)
  const metricsPort = await findFreePort()
  const stateOf = async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/readyz`)
    expect(response.status).toBe(200)
    return ((await response.json()) as { cells: Record<string, string> }).cells['automation/c1']
  }
  const lacks = () =>
    waitFor('what is wrong', async () =>
      (await stateOf())?.startsWith('ENCRYPTION_KEYS lacks the key "other"'),
    )

  const [waiting] = await cell.publish()
  await startDispatcher(cell.database.url, { METRICS_PORT: String(metricsPort) })
  await lacks()
  await arrival((await first.publish())[0])
  expect(await cell.owner.select().from(deliveryAttempts)).toEqual([])

  await cell.owner.execute(sql`delete from automation.sealing_keys`)
  await arrival(waiting)
  await waitFor('the cell', async () => (await stateOf()) === 'ok')

  // The same while it runs: a delivery that it cannot sign is parked.
  await recordSealingKey(otherKey)
  await cell.owner
    .update(webhooks)
    .set({ sealedSecret: other.seal('secret', webhookSecretContext(webhookId)) })
  const [parked] = await cell.publish()
  await lacks()
  await waitFor('the parking', async () => {
    const [row] = await cell.owner.select().from(deliveries).where(eq(deliveries.id, parked!))
    return row!.isParked && row!.failedAttempts === 0
  })
  await arrival((await first.publish())[0])
  expect(arrived().has(parked)).toBe(false)
})

describe('one database', () => {
  test.each([
    [(url: string) => `c1=${url}`, 'c1 is the same database as the first database'],
    [(url: string) => `c1=${url}_1 c2=${url}_1?sslmode=disable`, 'c2 is the same database as c1'],
  ])('that is named twice is refused', async (cellsOf, reason) => {
    const said = await readStartError({
      DATABASE_URL: first.database.url,
      ENCRYPTION_KEYS: first.encryptionKeys,
      AUTOMATION_CELLS: cellsOf(first.database.url),
    })
    expect(said).toContain(`AUTOMATION_CELLS: ${reason}`)
    expect(said).not.toContain('postgres:')
  })

  test('under two names that nobody can tell to be the same sends each delivery once', async () => {
    await first.registerWebhook(receiver.url)
    await startDispatcher(first.database.url.replace('127.0.0.1', 'localhost'))
    const published: string[] = []
    for (let count = 0; count < 50; count += 1) published.push(...(await first.publish()))
    await waitFor('all', async () => {
      const rows = await first.owner.select().from(deliveries).where(eq(deliveries.status, 'delivered'))
      return rows.length === published.length
    })
    expect(receiver.requests).toHaveLength(published.length)
    expect(arrived()).toEqual(new Set(published))
  })
})
