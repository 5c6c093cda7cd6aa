import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { announceWebhooks, webhookTables } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

const minuteMs = 60_000
const threshold = { afterMinutes: 60, afterAttempts: 5 }
const notices = ['webhook.failing', 'webhook.recovered']

describe.each(['automation', 'alias'] as const)('in the %s service,', (service) => {
  const { webhooks, deliveries } = webhookTables(service)
  let bed: TestChannel
  let receiver: WebhookReceiver
  let monitor: WebhookReceiver
  let deliverer: Deliverer

  beforeEach(async () => {
    bed = await openTestChannel({ service })
    receiver = await startWebhookReceiver()
    monitor = await startWebhookReceiver()
    deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 10 })
  })
  afterEach(async () => {
    await deliverer.stop()
    await receiver.close()
    await monitor.close()
    await bed.close()
  })

  const outbox = () => ({ ...bed.channel, clock: bed.services.clock })
  const announce = () => announceWebhooks(bed.channel.db, outbox(), threshold)
  const now = () => bed.time.clock.now()
  const pass = (ms: number) => bed.time.clock.setTime(now() + ms)
  const change = (id: string, values: object) =>
    bed.owner.update(webhooks).set(values).where(eq(webhooks.id, id))
  const find = async (id: string) => (await bed.owner.select().from(webhooks).where(eq(webhooks.id, id)))[0]!
  const register = async (url: string, values: object = {}, ownerId?: string) => {
    const { id } = await bed.registerWebhook(url, ownerId === undefined ? {} : { ownerId })
    await change(id, values)
    return id
  }
  const failing = (minutes: number, failureCount: number) => ({
    failingSince: new Date(now() - minutes * minuteMs),
    failureCount,
    lastStatus: '503',
  })
  const published = async () =>
    (await bed.owner.select().from(deliveries))
      .filter(({ event }) => notices.includes(event))
      .map(({ event, webhookId }) => ({ event, webhookId }))
  const received = () => monitor.requests.map(({ body }) => JSON.parse(body.toString()) as object)
  const deliver = async () => {
    await pass(5000)
    await deliverer.step()
  }

  test('the owner’s other webhooks are told once that one fails for long, and once that it delivers again', async () => {
    const events = [bed.channel.channel.service === 'alias' ? 'address.deleted' : 'execution.started']
    const id = await register(`${receiver.url}/secret-path`, { events: [...events, ...notices] })
    await register(monitor.url, { events: notices })
    receiver.answer(500)
    const since = now() + 5000
    for (let attempts = 0; attempts < 6; attempts += 1) {
      await bed.publish()
      await deliver()
    }
    expect(await announce()).toEqual({ failing: 0, recovered: 0 })
    await bed.time.clock.setTime(since + 60 * minuteMs)
    expect(await announce()).toEqual({ failing: 1, recovered: 0 })
    expect(await announce()).toEqual({ failing: 0, recovered: 0 })
    await deliver()
    const { failureCount } = await find(id)
    const about = {
      webhookId: id,
      name: 'test',
      url: new URL(receiver.url).origin,
      failingSince: new Date(since).toISOString(),
    }
    expect(received()).toEqual([
      {
        event: 'webhook.failing',
        timestamp: expect.anything() as unknown,
        data: { ...about, failedAttempts: expect.any(Number) as unknown, lastStatus: 500, disabledAt: null },
      },
    ])
    expect(failureCount).toBeGreaterThanOrEqual(6)

    receiver.answer(204)
    await bed.publish()
    await deliver()
    const recoveredAt = (await find(id)).lastSucceededAt!.toISOString()
    expect(await announce()).toEqual({ failing: 0, recovered: 1 })
    expect(await announce()).toEqual({ failing: 0, recovered: 0 })
    await deliver()
    expect(received().slice(1)).toMatchObject([
      { event: 'webhook.recovered', data: { ...about, recoveredAt } },
    ])
    expect(await published()).toHaveLength(2)
  })

  test('a webhook is announced once both the time and the attempts have been reached', async () => {
    await register(monitor.url, { events: notices })
    await register(receiver.url, failing(59, 100))
    await register(receiver.url, failing(1000, 4))
    expect(await announce()).toEqual({ failing: 0, recovered: 0 })
    await register(receiver.url, failing(60, 5))
    expect(await announce()).toEqual({ failing: 1, recovered: 0 })
  })

  test('a webhook that the service disabled is announced at once; one on hold, a paused one and a callback are not', async () => {
    const told = await register(monitor.url, { events: notices })
    const disabledAt = new Date(now())
    const off = { ...failing(1000, 9), isActive: false }
    await register(receiver.url, off)
    await register(receiver.url, { ...off, disabledAt, heldAt: disabledAt })
    await register(receiver.url, { ...failing(1000, 9), isRegistered: false })
    await register(receiver.url, { ...failing(1000, 9), lastSucceededAt: new Date(now() - minuteMs) })
    expect(await announce()).toEqual({ failing: 0, recovered: 0 })
    await register(receiver.url, { ...failing(1, 5), isActive: false, disabledAt })
    expect(await announce()).toEqual({ failing: 1, recovered: 0 })
    expect(await published()).toEqual([{ event: 'webhook.failing', webhookId: told }])
    await deliver()
    expect(received()).toMatchObject([{ data: { disabledAt: disabledAt.toISOString() } }])
  })

  test('several dispatchers announce a webhook once', async () => {
    await register(monitor.url, { events: notices })
    const ids = await Promise.all([1, 2, 3].map(() => register(receiver.url, failing(90, 9))))
    await Promise.all([announce(), announce(), announce(), announce()])
    expect(await published()).toHaveLength(3)
    for (const id of ids) await change(id, { failingSince: null, lastSucceededAt: new Date(now()) })
    await Promise.all([announce(), announce(), announce(), announce()])
    expect(await published()).toHaveLength(6)
  })

  test('a webhook whose announcement fails is announced later', async () => {
    await register(monitor.url, { events: notices })
    const id = await register(receiver.url, failing(90, 9))
    const broken = {
      ...outbox(),
      clock: {
        ...bed.services.clock,
        now: () => {
          throw new Error('no time')
        },
      },
    }
    await expect(announceWebhooks(bed.channel.db, broken, threshold)).rejects.toThrow('no time')
    expect((await find(id)).announcedFailingSince).toBeNull()
    expect(await announce()).toMatchObject({ failing: 1 })
  })

  test('webhooks that fail are told of no other, so that what is lost with them does not multiply', async () => {
    const both = { events: notices }
    const one = await register(receiver.url, { ...failing(90, 9), ...both })
    await register(receiver.url, { ...failing(90, 9), ...both })
    const told = await register(monitor.url, both)
    await register(monitor.url, both, 'grace')
    expect(await announce()).toMatchObject({ failing: 2 })
    expect(await published()).toEqual([
      { event: 'webhook.failing', webhookId: told },
      { event: 'webhook.failing', webhookId: told },
    ])
    // One that delivers again is told of others from then on.
    await change(one, { failingSince: null, failureCount: 0, lastSucceededAt: new Date(now()) })
    await register(receiver.url, failing(90, 9))
    expect(await announce()).toEqual({ failing: 1, recovered: 1 })
    expect((await published()).filter(({ webhookId }) => webhookId === one)).toEqual([
      { event: 'webhook.failing', webhookId: one },
    ])
  })

  test('a webhook that delivers once and fails again is announced as recovered, and as failing after the time', async () => {
    await register(monitor.url, { events: notices })
    const id = await register(receiver.url, failing(90, 9))
    await announce()
    await change(id, { failingSince: new Date(now()), lastSucceededAt: new Date(now() - 1), failureCount: 5 })
    expect(await announce()).toEqual({ failing: 0, recovered: 1 })
    await pass(60 * minuteMs)
    expect(await announce()).toEqual({ failing: 1, recovered: 0 })
  })
})
