import type { Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recoverDeliveries } from '../log/recover-deliveries.ts'
import { publishEvent } from '../publish-event.ts'
import { recordOutcomes } from '../record-outcomes.ts'
import type { RecordedAttempt } from '../recorded-attempt.ts'
import { webhookTables } from '../tables.ts'
import { openTestOutbox, started, type TestOutbox } from '../test-outbox.ts'
import { feedQuery, type FeedEvent } from './feed-query.ts'
import { pullEvents } from './pull-events.ts'

const { webhooks, deliveries } = webhookTables('automation')
const ada = { ownerId: 'ada' }

let bed: TestOutbox
let webhookId: string

beforeAll(async () => {
  bed = await openTestOutbox()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.empty()
  webhookId = await bed.register('ada', ['execution.started'])
})

const pull = (
  query: { after?: string; wait?: string; limit?: string } = {},
  signal = new AbortController().signal,
) => pullEvents(bed, ada, webhookId, feedQuery.parse(query), signal)
/**
 * The events, once there are so many: whatever else writes in the same Postgres just now, such as other tests, delays them.
 */
const pullAll = async (count: number, query: Parameters<typeof pull>[0] = {}) => {
  const read = { events: [] as FeedEvent[] }
  const isThere = async () => (read.events = await pull(query)).length
  await expect.poll(isThere, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
  return read.events
}
const publishIn = async (tx: Db): Promise<string> => {
  const [id] = await publishEvent(tx, bed.outbox, { ...ada, event: 'execution.started', data: started })
  return id!
}
const publish = () => bed.db.transaction(publishIn)
const idsOf = (events: FeedEvent[]) => events.map(({ id }) => id)
const stateOf = async (id: string) =>
  (await bed.db.select().from(deliveries).where(eq(deliveries.id, id)))[0]!
const end = (id: string, status: 'failed' | 'cancelled') =>
  bed.db
    .update(deliveries)
    .set({ status, endedAt: new Date(), nextAttemptAt: null })
    .where(eq(deliveries.id, id))

const failedAttempt = (deliveryId: string): RecordedAttempt => ({
  deliveryId,
  webhookId,
  round: 1,
  number: 1,
  startedAt: new Date(),
  endedAt: new Date(),
  requestHeaders: {},
  outcome: { succeeded: false, status: null, error: 'connection_refused', responseBody: null, durationMs: 1 },
  nextAttemptAt: null,
})
const isBlocked = async () => {
  const { rows } = await bed.database
    .connectAsOwner()
    .db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  return rows.length > 0
}

/** A transaction that has published, and commits when it is told to. */
async function publishSlowly(): Promise<{ id: string; commit: () => Promise<void> }> {
  const published = Promise.withResolvers<string>()
  const released = Promise.withResolvers<void>()
  const done = bed.db.transaction(async (tx) => {
    published.resolve(await publishIn(tx))
    await released.promise
  })
  return {
    id: await published.promise,
    commit: async () => {
      released.resolve()
      await done
    },
  }
}

test('the feed begins with its first request, and has what is pushed as it is pushed', async () => {
  await publish()
  expect(await pull()).toEqual([])
  const id = await publish()
  const { body, createdAt } = await stateOf(id)
  const event = { id, event: 'execution.started', createdAt: createdAt.toISOString(), body }
  expect(await pullAll(1)).toEqual([{ ...event, position: expect.any(String) as unknown }])
  expect(await stateOf(id)).toMatchObject({ status: 'pending' })
})

test('a delivery of a webhook without a feed has no place in one', async () => {
  expect(await stateOf(await publish())).toMatchObject({ feedXact: null })
})

describe('of two transactions that publish at once,', () => {
  test('the events of both are read once, in their order, though the first one commits last', async () => {
    await pull()
    const before = await publish()
    const first = await publishSlowly()
    const second = await publishSlowly()
    await second.commit()
    const [read, ...others] = await pullAll(1)
    expect([read!.id, others]).toEqual([before, []])
    // What was read is acknowledged, with the other one still under way.
    expect(await pull({ after: read!.position })).toEqual([])
    await first.commit()
    const later = await pullAll(2, { after: read!.position })
    expect(idsOf(later)).toEqual([first.id, second.id])
    expect(await pull({ after: later[1]!.position })).toEqual([])
  })

  test('the events of one that began later are read before it ends, where it had not published', async () => {
    await pull()
    const released = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let late: string | undefined
    const slow = bed.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      begun.resolve()
      await released.promise
      late = await publishIn(tx)
    })
    await begun.promise
    const early = await publish()
    const [read] = await pullAll(1)
    expect(read!.id).toBe(early)
    released.resolve()
    await slow
    expect(idsOf(await pullAll(1, { after: read!.position }))).toEqual([late])
  })

  test('one that is rolled back leaves nothing, and holds up nothing any more', async () => {
    await pull()
    const failing = bed.db.transaction(async (tx) => {
      await publishIn(tx)
      throw new Error('not today')
    })
    await expect(failing).rejects.toThrow('not today')
    const id = await publish()
    expect(idsOf(await pullAll(1))).toEqual([id])
  })
})

test('a reader among many publishers gets every event once', async () => {
  await pull()
  const published: string[] = []
  let isDone = false
  const publishers = Array.from({ length: 6 }, async () => {
    for (let count = 0; count < 25; count++) {
      await bed.db.transaction(async (tx) => {
        const ids = [await publishIn(tx)]
        await tx.execute(sql`select pg_sleep(random() / 200)`)
        ids.push(await publishIn(tx))
        published.push(...ids)
      })
    }
  })
  const all = Promise.all(publishers).then(() => {
    isDone = true
  })
  const read: string[] = []
  let after: string | undefined
  for (;;) {
    const wasDone = isDone
    const events = await pull({ limit: '7', ...(after !== undefined && { after }) })
    read.push(...idsOf(events))
    after = events.at(-1)?.position ?? after
    if (wasDone && read.length >= published.length) break
  }
  await all
  expect(await pull({ after: after! })).toEqual([])
  expect(read.toSorted()).toEqual(published.toSorted())
  expect(await bed.db.$count(deliveries, sql`status = 'delivered'`)).toBe(300)
})

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
    expect(await recoverDeliveries(bed.db, bed.outbox, webhookId, { since: new Date(0) })).toBe(0)
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
    await bed.db.update(webhooks).set({ failureCount: 4 }).where(eq(webhooks.id, webhookId))
    const [event] = await pullAll(1)
    await pull({ after: event!.position })
    const [row] = await bed.db.select().from(webhooks).where(eq(webhooks.id, webhookId))
    expect(row).toMatchObject({ failureCount: 0, lastSucceededAt: expect.any(Date) as unknown })
  })

  test('also ends a delivery that is being settled, and waits for no other', async () => {
    await pull()
    const id = await publish()
    const [event] = await pullAll(1)
    const { acknowledging } = await bed.db.transaction(async (tx) => {
      // As a settlement does: first the delivery, then its webhook.
      await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('no key update')
      await tx.select().from(webhooks).where(eq(webhooks.id, webhookId)).for('no key update')
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
    await bed.db.transaction(async (tx) => {
      await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('no key update')
      await pull({ after: event!.position })
      const nextAttemptAt = new Date(Date.now() + 30_000)
      await recordOutcomes(tx, bed.outbox.channel, [{ ...failedAttempt(id), nextAttemptAt }])
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
    await bed.db.transaction((tx) =>
      recordOutcomes(tx, bed.outbox.channel, [{ ...failedAttempt(later), nextAttemptAt }]),
    )
    expect(await stateOf(later)).toMatchObject({ status: 'pending', nextAttemptAt })
  })
})

describe('a request that waits', () => {
  test('is answered once there is an event', async () => {
    await pull()
    const waiting = pull({ wait: '30' })
    const id = await publish()
    expect(idsOf(await waiting)).toEqual([id])
  })

  test('ends without events when it is given up', async () => {
    const leaving = new AbortController()
    const waiting = pull({ wait: '30' }, leaving.signal)
    leaving.abort()
    expect(await waiting).toEqual([])
  })
})

test('large events are given a few at a time', async () => {
  await pull()
  const ids = [await publish(), await publish(), await publish()]
  await bed.db.update(deliveries).set({ body: 'x'.repeat(800_000) })
  const first = await pullAll(2)
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  expect(idsOf(await pullAll(1, { after: first[1]!.position }))).toEqual([ids[2]])
})

test('the webhook of another owner is not found', async () => {
  const asked = pullEvents(
    bed,
    { ownerId: 'mallory' },
    webhookId,
    feedQuery.parse({}),
    new AbortController().signal,
  )
  await expect(asked).rejects.toThrow('Webhook not found or unauthorized')
})
