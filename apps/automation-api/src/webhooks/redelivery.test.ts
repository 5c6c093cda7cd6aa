import { newId } from '@waypost/postgres'
import type { LoggedDelivery } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deliveries, webhooks } from '../db/tables.ts'
import { notFound, openDeliveryBed, sinceEver } from './test-deliveries.ts'

const { bed, send, create, publish, end, list } = openDeliveryBed()
const redeliver = (id: string, of = bed.webhookId, payload?: object) =>
  send('POST', `/webhooks/${of}/deliveries/${id}/redeliver`, payload)
const recover = (payload: object, id = bed.webhookId) => send('POST', `/webhooks/${id}/recover`, payload)
const inactive = { statusCode: 409, message: 'Webhook is not active', error: 'Conflict' }

describe('a redelivery', () => {
  test.each(['pending', 'delivered', 'failed', 'cancelled'] as const)(
    'of a %s delivery is accepted, and due at once',
    async (status) => {
      const id = await publish()
      if (status !== 'pending') await end(id, status)
      const [before] = (await list()).json<LoggedDelivery[]>()
      const askedAt = Date.now()
      const response = await redeliver(id)
      expect(response.statusCode).toBe(202)
      const { nextAttemptAt, ...delivery } = response.json<LoggedDelivery>()
      const { id: _, ...same } = before!
      expect(delivery).toStrictEqual({
        id,
        event: same.event,
        status: 'pending',
        createdAt: same.createdAt,
        endedAt: null,
        failedAttempts: 0,
        body: same.body,
        attempts: [],
      })
      expect(Date.parse(nextAttemptAt!)).toBeGreaterThanOrEqual(askedAt)
      expect(Date.parse(nextAttemptAt!)).toBeLessThanOrEqual(Date.now())
      expect((await list()).json()).toStrictEqual([response.json()])
    },
  )

  test('takes no input', async () => {
    const id = await publish()
    expect((await redeliver(id, bed.webhookId, {})).statusCode).toBe(202)
    expect((await redeliver(id, bed.webhookId, { url: 'https://example.org' })).statusCode).toBe(400)
  })

  test('is refused while the webhook is not active, for any reason', async () => {
    const id = await publish()
    await send('PATCH', `/webhooks/${bed.webhookId}`, { isActive: false })
    const response = await redeliver(id)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual(inactive)
    expect((await list()).json()).toMatchObject([{ id, status: 'cancelled' }])
  })

  test('of an unknown delivery is a 404, and nothing is done', async () => {
    const of = await create()
    await send('PATCH', `/webhooks/${bed.webhookId}`, { isActive: false })
    const others = await publish()
    await end(others, 'failed')
    await send('PATCH', `/webhooks/${bed.webhookId}`, { isActive: true })
    for (const id of [others, newId(), 'none']) {
      const response = await redeliver(id)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual(notFound('Delivery'))
    }
    expect((await list('', of)).json()).toMatchObject([{ id: others, status: 'failed' }])
  })
})

describe('a recovery', () => {
  test('redelivers everything that failed or was cancelled since then, once', async () => {
    const [old, failed, cancelled, delivered, pending] = [
      await publish(),
      await publish(),
      await publish(),
      await publish(),
      await publish(),
    ]
    await end(old, 'failed')
    await bed.service.services.db
      .update(deliveries)
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where(eq(deliveries.id, old))
    await end(failed, 'failed')
    await end(cancelled, 'cancelled')
    await end(delivered, 'delivered')

    const since = new Date(Date.now() - 60_000).toISOString()
    const response = await recover({ since })
    expect(response.statusCode).toBe(202)
    expect(response.json()).toStrictEqual({ recovered: 2 })
    const states = (await list()).json<LoggedDelivery[]>().map(({ id, status }) => [id, status])
    expect(Object.fromEntries(states)).toEqual({
      [old]: 'failed',
      [failed]: 'pending',
      [cancelled]: 'pending',
      [delivered]: 'delivered',
      [pending]: 'pending',
    })
    expect((await recover({ since })).json()).toStrictEqual({ recovered: 0 })
    expect((await recover({ since: '2000-01-01T00:00:00+02:00' })).json()).toStrictEqual({ recovered: 1 })
  })

  test('redelivers only what it is asked for, and with dryRun only counts it', async () => {
    const [first, second] = [await publish(), await publish()]
    for (const id of [first, second]) await end(id, 'failed')
    const createdAt = new Date(Date.now() - 3_600_000)
    const { db } = bed.service.services
    await db.update(deliveries).set({ createdAt }).where(eq(deliveries.id, first))
    const until = new Date(createdAt.getTime() + 1).toISOString()
    const counted = await recover({ ...sinceEver, until, dryRun: true })
    expect([counted.statusCode, counted.json()]).toStrictEqual([202, { recovered: 1, dryRun: true }])
    expect((await list('?status=failed')).json()).toHaveLength(2)
    expect((await recover({ ...sinceEver, event: 'job.failed' })).json()).toStrictEqual({ recovered: 0 })
    const asked = { ...sinceEver, until, event: 'execution.started', dryRun: false }
    expect((await recover(asked)).json()).toStrictEqual({ recovered: 1 })
    expect((await list('?status=failed')).json()).toMatchObject([{ id: second }])
  })

  test('redelivers what a webhook missed while the service had disabled it', async () => {
    const before = await publish()
    await bed.service.services.db
      .update(webhooks)
      .set({ isActive: false, disabledAt: new Date(), disabledReason: 'failed', failureCount: 5 })
      .where(eq(webhooks.id, bed.webhookId))
    await end(before, 'cancelled')
    await publish()
    expect((await list('?status=cancelled')).json()).toHaveLength(2)
    const refused = await recover(sinceEver)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual(inactive)

    const enabled = await send('PATCH', `/webhooks/${bed.webhookId}`, { isActive: true })
    expect(enabled.json()).toMatchObject({ isActive: true, failureCount: 5 })
    const [row] = await bed.service.services.db.select().from(webhooks).where(eq(webhooks.id, bed.webhookId))
    expect(row).toMatchObject({ disabledAt: null, disabledReason: null })
    expect((await recover(sinceEver)).json()).toEqual({ recovered: 2 })
    expect((await list('?status=pending')).json()).toHaveLength(2)
  })

  test.each([
    [{}, 'since', 'isDefined', null],
    [{ since: 'yesterday' }, 'since', 'isIso8601', 'yesterday'],
    [{ since: '2026-02-30T00:00:00Z' }, 'since', 'isIso8601', '2026-02-30T00:00:00Z'],
    [{ since: '2026-01-01T00:00:00' }, 'since', 'isIso8601', '2026-01-01T00:00:00'],
    [{ since: 1_700_000_000 }, 'since', 'isString', 1_700_000_000],
    [{ ...sinceEver, until: 'now' }, 'until', 'isIso8601', 'now'],
    [{ ...sinceEver, event: 'run.started' }, 'event', 'isIn', 'run.started'],
    [{ ...sinceEver, dryRun: 'yes' }, 'dryRun', 'isBoolean', 'yes'],
    [{ ...sinceEver, before: 'now' }, 'before', 'whitelistValidation', 'now'],
  ])('is refused with %j', async (payload, property, rule, receivedValue) => {
    const response = await recover(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      { property, constraints: { [rule]: expect.any(String) as unknown }, receivedValue },
    ])
  })

  test.each(['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999999999-14:00'])(
    'accepts any time: %s',
    async (since) => {
      expect((await recover({ since })).json()).toEqual({ recovered: 0 })
    },
  )
})
