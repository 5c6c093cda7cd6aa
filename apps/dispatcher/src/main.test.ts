import type { ChildProcess } from 'node:child_process'
import { eq, sql } from 'drizzle-orm'
import { endProcess, startWebhookReceiver, waitFor, type WebhookReceiver } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, openTestChannel, webhooks, type TestChannel } from './test-channel.ts'
import { readStartError, startTestDispatcher } from './test-dispatcher.ts'

let bed: TestChannel
let receiver: WebhookReceiver
const processes: ChildProcess[] = []

beforeEach(async () => {
  bed = await openTestChannel({ clock: 'real' })
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => endProcess(each, 'SIGKILL')))
  await receiver.close()
  await bed.close()
})

async function startDispatcher(environment: Record<string, string> = {}, aheadMs = 0): Promise<ChildProcess> {
  const execArgv = aheadMs === 0 ? [] : ['--import', shiftClock(aheadMs)]
  return await startTestDispatcher(bed, {
    environment,
    execArgv,
    onStarted: (child) => processes.push(child),
  })
}

/** What makes the clock of a process run ahead of the machine's. */
const shiftClock = (aheadMs: number): string =>
  `data:text/javascript,${encodeURIComponent(`
  const { now } = Date
  globalThis.Date = class extends Date {
    constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()) }
    static now() { return now() + ${aheadMs} }
  }
`)}`

const findDelivery = async (id: string) => {
  const [row] = await bed.owner.select().from(deliveries).where(eq(deliveries.id, id))
  return row!
}
const change = (id: string, values: Partial<typeof webhooks.$inferInsert>) =>
  bed.owner.update(webhooks).set(values).where(eq(webhooks.id, id))
const findAttempts = (id: string) =>
  bed.owner
    .select({ number: deliveryAttempts.number, status: deliveryAttempts.status })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, id))
    .orderBy(deliveryAttempts.number)

test('after kill -9 between the response and the settlement, a delivery is sent again under the same id and not lost', async () => {
  const { id } = await bed.registerWebhook(receiver.url)
  const first = await startDispatcher()

  let deliveryId: string | undefined
  await bed.owner.transaction(async (tx) => {
    // A settlement has to wait for this row.
    await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
    ;[deliveryId] = await bed.publish()
    await receiver.waitForRequests(1)
    await waitFor('the settlement to wait', async () => {
      const { rows } = await bed.owner.execute(
        sql`select from pg_stat_activity where application_name = 'dispatcher' and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await endProcess(first, 'SIGKILL')
    // Its server process would record the outcome as soon as it has the row.
    await bed.owner.execute(
      sql`select pg_terminate_backend(pid, 10_000) from pg_stat_activity where application_name = 'dispatcher' and wait_event_type = 'Lock'`,
    )
  })
  expect(await findDelivery(deliveryId!)).toMatchObject({ status: 'pending' })
  expect(await findAttempts(deliveryId!)).toEqual([{ number: 1, status: null }])

  // A minute passes, in which the lease expires.
  await bed.owner.execute(
    sql`update automation.delivery_leases set leased_at = leased_at - interval '1 minute'`,
  )
  await startDispatcher()
  const requests = await receiver.waitForRequests(2)
  expect(requests.map(({ headers }) => headers['x-service-delivery'])).toEqual([deliveryId, deliveryId])
  expect(requests[1]!.body.equals(requests[0]!.body)).toBe(true)
  await waitFor('the delivery', async () => (await findDelivery(deliveryId!)).status === 'delivered')
  expect(await findDelivery(deliveryId!)).toMatchObject({ failedAttempts: 0 })
  expect(await findAttempts(deliveryId!)).toEqual([
    { number: 1, status: null },
    { number: 2, status: 200 },
  ])
})

test('on SIGTERM the dispatcher finishes and settles the requests in flight, sends no duplicate and exits with code 0', async () => {
  await bed.registerWebhook(receiver.url)
  const dispatcher = await startDispatcher()
  let answer: (() => void) | undefined
  receiver.answer((response) => {
    answer = () => response.writeHead(200).end()
  })
  const [deliveryId] = await bed.publish()
  await receiver.waitForRequests(1)

  const ended = endProcess(dispatcher, 'SIGTERM')
  answer!()
  expect(await ended).toBe(0)
  expect(await findDelivery(deliveryId!)).toMatchObject({ status: 'delivered', failedAttempts: 0 })
  expect(await findAttempts(deliveryId!)).toEqual([{ number: 1, status: 200 }])
  expect(receiver.requests).toHaveLength(1)
})

test.each([
  ['ahead', 1],
  ['behind', -1],
])('a dispatcher whose clock is a day %s attempts and waits by the database’s', async (_name, sign) => {
  await bed.registerWebhook(receiver.url)
  receiver.answer((response) => response.writeHead(503).end())
  await startDispatcher({ AUTOMATION_WEBHOOK_DELAYS: '0s,1h' }, sign * 86_400_000)
  const [deliveryId] = await bed.publish()
  await waitFor('the failure', async () => (await findDelivery(deliveryId!)).failedAttempts === 1)
  const { rows } = await bed.owner.execute(sql`
    select round(extract(epoch from next_attempt_at - now()) / 3600) as hours,
      round(extract(epoch from now() - started_at) / 3600) as ago
    from automation.deliveries join automation.delivery_attempts on delivery_id = deliveries.id where deliveries.id = ${deliveryId}`)
  expect(rows).toEqual([{ hours: '1', ago: '0' }])
})

test('the dispatcher announces webhooks that fail for as long, and by as many attempts, as its operator says', async () => {
  const { id: monitor } = await bed.registerWebhook(receiver.url)
  await change(monitor, { events: ['webhook.failing'] })
  const fail = async (minutes: number, failureCount: number) => {
    const { id } = await bed.registerWebhook('https://example.com')
    await change(id, {
      failingSince: new Date(Date.now() - minutes * 60_000),
      failureCount,
      lastStatus: '503',
    })
    return id
  }
  const failing = await fail(8, 2)
  await fail(6, 2)
  await fail(8, 1)
  await startDispatcher({ WEBHOOK_FAILING_AFTER_MINUTES: '7', WEBHOOK_FAILING_AFTER_ATTEMPTS: '2' })
  const [request] = await receiver.waitForRequests(1)
  expect(JSON.parse(request!.body.toString())).toMatchObject({
    event: 'webhook.failing',
    data: { webhookId: failing },
  })
  expect(await bed.owner.select().from(deliveries)).toHaveLength(1)
})

test('the dispatcher lists every error of its environment without any value', async () => {
  const said = await readStartError({
    ENCRYPTION_KEYS: 'hunter2',
    DISPATCHER_PORT: 'many',
    AUTOMATION_WEBHOOK_DELAYS: 'soon',
    ALIAS_CELLS: 'c1=hunter2',
  })
  const variables = ['DATABASE_URL', 'ENCRYPTION_KEYS', 'DISPATCHER_PORT', 'AUTOMATION_WEBHOOK_DELAYS']
  for (const name of [...variables, 'ALIAS_CELLS']) expect(said).toContain(name)
  expect(said).not.toContain('hunter2')
  expect(said).not.toContain('    at ')
})
