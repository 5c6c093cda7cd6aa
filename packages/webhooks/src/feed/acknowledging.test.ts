import { waitFor } from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recoverDeliveries } from '../log/recover-deliveries.ts'
import { recordOutcomes } from '../record-outcomes.ts'
import type { RecordedAttempt } from '../recorded-attempt.ts'
import { webhookTables } from '../tables.ts'
import { idsOf, openFeedBed } from './test-feed.ts'

const { webhooks, deliveries } = webhookTables('automation')
const { bed, pull, pullAll, publish, stateOf, end } = openFeedBed()
const failedAttempt = (deliveryId: string): RecordedAttempt => ({
  deliveryId,
  webhookId: bed.webhookId,
  round: 1,
  number: 1,
  startedAt: new Date(),
  endedAt: new Date(),
  requestHeaders: {},
  outcome: { succeeded: false, status: null, error: 'connection_refused', responseBody: null, durationMs: 1 },
  nextAttemptAt: null,
})
const isBlocked = async () => {
  const { rows } = await bed.outbox.database
    .connectAsOwner()
    .db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  return rows.length > 0
}

describe('an acknowledgement', () => {
  test('ends the deliveries up to its position, which are neither sent nor recovered any more', async () => {
    await pull()
    const [failed, cancelled, pending, later] = [
      await publish(),
      await publish(),
      await publish(),
      await publish(),
    ]
    await end(failed, 'failed')
    await end(cancelled, 'cancelled')
    const events = await pullAll(4)
    expect(idsOf(await pull({ after: events[2]!.position }))).toEqual([later])
    for (const id of [failed, cancelled, pending])
      expect(await stateOf(id)).toMatchObject({ status: 'delivered', nextAttemptAt: null, isParked: false })
    expect(await stateOf(later)).toMatchObject({ status: 'pending' })
    expect(
      await recoverDeliveries(bed.outbox.db, bed.outbox.outbox, bed.webhookId, { since: new Date(0) }),
    ).toBe(0)
  })

  test('is where the next request without a position goes on, and is never taken back', async () => {
    await pull()
    const ids = [await publish(), await publish(), await publish()]
    const [first, second] = await pullAll(3)
    expect(idsOf(await pull({ after: second!.position }))).toEqual([ids[2]])
    expect(idsOf(await pull())).toEqual([ids[2]])
    expect(idsOf(await pull({ after: first!.position }))).toEqual([ids[1], ids[2]])
    expect(idsOf(await pull())).toEqual([ids[2]])
  })

  test('counts as a success of the webhook', async () => {
    await pull()
    await publish()
    await bed.outbox.db.update(webhooks).set({ failureCount: 4 }).where(eq(webhooks.id, bed.webhookId))
    const [event] = await pullAll(1)
    await pull({ after: event!.position })
    const [row] = await bed.outbox.db.select().from(webhooks).where(eq(webhooks.id, bed.webhookId))
    expect(row).toMatchObject({ failureCount: 0, lastSucceededAt: expect.any(Date) as unknown })
  })

  test('also ends a delivery that is being settled, and waits for no other', async () => {
    await pull()
    const id = await publish()
    const [event] = await pullAll(1)
    const { acknowledging } = await bed.outbox.db.transaction(async (tx) => {
      // As a settlement does: first the delivery, then its webhook.
      await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('no key update')
      await tx.select().from(webhooks).where(eq(webhooks.id, bed.webhookId)).for('no key update')
      const waiting = pull({ after: event!.position })
      await waitFor('the acknowledgement to wait for the webhook', isBlocked)
      return { acknowledging: waiting }
    })
    await acknowledging
    expect(await stateOf(id)).toMatchObject({ status: 'delivered', nextAttemptAt: null })
  })

  test('ends a delivery whose settlement began before it and gets the webhook after it', async () => {
    await pull()
    const id = await publish()
    const [event] = await pullAll(1)
    await bed.outbox.db.transaction(async (tx) => {
      await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('no key update')
      await pull({ after: event!.position })
      const nextAttemptAt = new Date(Date.now() + 30_000)
      await recordOutcomes(tx, bed.outbox.outbox.channel, [{ ...failedAttempt(id), nextAttemptAt }])
    })
    expect(await stateOf(id)).toMatchObject({ status: 'delivered', nextAttemptAt: null })
  })

  test('leaves events behind its position as they are', async () => {
    await pull()
    await publish()
    const later = await publish()
    const [event] = await pullAll(2)
    await pull({ after: event!.position })
    const nextAttemptAt = new Date(Date.now() + 30_000)
    await bed.outbox.db.transaction((tx) =>
      recordOutcomes(tx, bed.outbox.outbox.channel, [{ ...failedAttempt(later), nextAttemptAt }]),
    )
    expect(await stateOf(later)).toMatchObject({ status: 'pending', nextAttemptAt })
  })
})
