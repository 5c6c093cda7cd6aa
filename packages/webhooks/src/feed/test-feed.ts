import type { Db } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { publishEvent } from '../publish-event.ts'
import { webhookTables } from '../tables.ts'
import { openTestOutbox, started, type TestOutbox } from '../test-outbox.ts'
import { feedQuery, type FeedEvent } from './feed-query.ts'
import { pullEvents } from './pull-events.ts'

const { deliveries } = webhookTables('automation')

interface FeedBed {
  outbox: TestOutbox
  webhookId: string
}

type Query = { after?: string; wait?: string; limit?: string }

/** For tests: an outbox, in which each test has a webhook of Ada's whose feed it pulls. */
export function openFeedBed() {
  const bed = {} as FeedBed
  beforeAll(async () => {
    bed.outbox = await openTestOutbox()
  })
  afterAll(() => bed.outbox.close())
  beforeEach(async () => {
    await bed.outbox.empty()
    bed.webhookId = await bed.outbox.register('ada', ['execution.started'])
  })
  const pull = (query: Query = {}, signal = new AbortController().signal): Promise<FeedEvent[]> =>
    pullEvents(bed.outbox, { ownerId: 'ada' }, bed.webhookId, feedQuery.parse(query), signal)
  const publishIn = async (tx: Db): Promise<string> => {
    const event = { ownerId: 'ada', event: 'execution.started', data: started } as const
    const [id] = await publishEvent(tx, bed.outbox.outbox, event).deliveryIds
    return id!
  }
  return {
    bed,
    pull,
    /**
     * The events, once there are so many: whatever else writes in the same Postgres just now, such as other tests, delays
     * them.
     */
    async pullAll(count: number, query: Query = {}): Promise<FeedEvent[]> {
      const read = { events: [] as FeedEvent[] }
      const isThere = async () => (read.events = await pull(query)).length
      await expect.poll(isThere, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
      return read.events
    },
    publishIn,
    publish: () => bed.outbox.db.transaction(publishIn),
    stateOf: async (id: string) =>
      (await bed.outbox.db.select().from(deliveries).where(eq(deliveries.id, id)))[0]!,
    end: (id: string, status: 'failed' | 'cancelled') =>
      bed.outbox.db
        .update(deliveries)
        .set({ status, endedAt: new Date(), nextAttemptAt: null })
        .where(eq(deliveries.id, id)),
  }
}

/** For tests. */
export const idsOf = (events: FeedEvent[]): string[] => events.map(({ id }) => id)
