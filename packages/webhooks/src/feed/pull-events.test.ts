import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { webhookTables } from '../tables.ts'
import { feedQuery } from './feed-query.ts'
import { pullEvents } from './pull-events.ts'
import { idsOf, openFeedBed } from './test-feed.ts'

const { deliveries } = webhookTables('automation')
const { bed, pull, pullAll, publishIn, publish, stateOf } = openFeedBed()

/** A transaction that has published, and commits when it is told to. */
async function publishSlowly(): Promise<{ id: string; commit: () => Promise<void> }> {
  const published = Promise.withResolvers<string>()
  const released = Promise.withResolvers<void>()
  const done = bed.outbox.db.transaction(async (tx) => {
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
    const slow = bed.outbox.db.transaction(async (tx) => {
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
    const failing = bed.outbox.db.transaction(async (tx) => {
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
      await bed.outbox.db.transaction(async (tx) => {
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
  expect(await bed.outbox.db.$count(deliveries, sql`status = 'delivered'`)).toBe(300)
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
  await bed.outbox.db.update(deliveries).set({ body: 'x'.repeat(800_000) })
  const first = await pullAll(2)
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  expect(idsOf(await pullAll(1, { after: first[1]!.position }))).toEqual([ids[2]])
})

test('the webhook of another owner is not found', async () => {
  const asked = pullEvents(
    bed.outbox,
    { ownerId: 'mallory' },
    bed.webhookId,
    feedQuery.parse({}),
    new AbortController().signal,
  )
  await expect(asked).rejects.toThrow('Webhook not found or unauthorized')
})
