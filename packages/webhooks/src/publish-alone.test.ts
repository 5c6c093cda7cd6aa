import { newId } from '@waypost/postgres'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileFilter } from './filters/compile-filter.ts'
import { publishEvent, publishEvents } from './publish-event.ts'
import { webhookTables } from './tables.ts'
import { openTestOutbox, started, type TestOutbox } from './test-outbox.ts'

const { webhooks, deliveries } = webhookTables('automation')
const [event, other] = ['execution.started', 'job.failed'] as const

let bed: TestOutbox
beforeAll(async () => {
  bed = await openTestOutbox()
})
afterAll(() => bed.close())

/** A webhook of each kind that decides what becomes of an event. */
async function registerAll(): Promise<void> {
  const { db } = bed.database.connectAsOwner()
  const set = async (id: string, values: Partial<typeof webhooks.$inferInsert>) =>
    void (await db.update(webhooks).set(values).where(eq(webhooks.id, id)))
  await bed.register('ada', [other, event])
  await bed.register('ada', [other])
  await bed.register('ada', [event], false)
  await bed.register('ada', [event], false, new Date())
  await set(await bed.register('ada', [event]), { feedStartedAt: new Date() })
  await set(await bed.register('ada', [event]), { announcedFailingSince: new Date() })
  for (const automationId of [started.automationId, newId()])
    await set(await bed.register('ada', [event]), { filterPath: compileFilter({ automationId }) })
  const behind = await bed.register('ada', [event])
  await db.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, is_parked, next_attempt_at, created_at)
    select uuidv7(), 'ada', ${behind}::uuid, 'earlier', '{}', true, now(), now() from generate_series(1, 8)`)
}

/** Deliveries and jobs without what differs each time. */
async function takeRows(): Promise<unknown[]> {
  const { db } = bed.database.connectAsOwner()
  const { rows } = await db.execute(sql`
    select to_jsonb(delivery) - '{id,body,created_at,ended_at,next_attempt_at,feed_xact}'::text[] as delivery,
      body::jsonb -> 'data' as data, ended_at - created_at as ended, next_attempt_at - created_at as due,
      feed_xact is not null as is_fed, job.name, job.data - 'deliveryId' as job, round(extract(epoch from job.start_after - job.created_on)) as waits
    from automation.deliveries delivery left join automation_outbox.job on job.data ->> 'deliveryId' = delivery.id::text
    where event <> 'earlier' order by webhook_id`)
  await db.delete(deliveries).where(eq(deliveries.event, event))
  await db.execute(sql`delete from automation_outbox.job`)
  return rows
}

test.each([[0, false] as const, [0, true] as const, [5000, false] as const])(
  'an event that is published alone after %i ms, and spares failing webhooks: %s, becomes what it does among others',
  async (delayMs, sparesFailing) => {
    await bed.empty()
    await registerAll()
    const outbox = { ...bed.outbox, delaysMs: [delayMs, 30_000] }
    const [own, foreign] = [
      { ownerId: 'ada', data: started },
      { ownerId: 'grace', data: started },
    ]
    const publish = async (events: (typeof own)[]) => {
      const options = { sparesFailing }
      const ids = await bed.db.transaction(
        (tx) => publishEvents(tx, outbox, event, events, options).deliveryIds,
      )
      return { ids: ids.length, rows: await takeRows() }
    }
    const alone = await publish([own])
    expect(alone.rows).toHaveLength(sparesFailing ? 5 : 6)
    expect(alone).toEqual(await publish([own, foreign]))
  },
)

test('an event that is published alone is found by what it is about', async () => {
  await bed.empty()
  await bed.register('ada', [event])
  const subjectId = newId()
  await bed.db.transaction(async (tx) =>
    publishEvent(tx, bed.outbox, { ownerId: 'ada', event, data: started, subjectId }),
  )
  expect(await bed.db.select().from(deliveries)).toMatchObject([{ subjectId }])
})
