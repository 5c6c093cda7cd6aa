import { newId, openDatabase, type Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEvents } from './publish-event.ts'
import { openTestOutbox, started, type TestOutbox } from './test-outbox.ts'

let bed: TestOutbox
beforeAll(async () => {
  bed = await openTestOutbox()
})
afterAll(() => bed.close())

/** Webhooks of other owners, and deliveries that wait for one of them. */
const fill = async (count: number): Promise<void> => {
  const { db } = bed.database.connectAsOwner()
  await db.execute(sql`
    insert into automation.webhooks (id, owner_id, url, events, sealed_secret, created_at)
    select uuidv7(), 'other-' || number, 'https://example.com', '{execution.started}', '', now()
    from generate_series(1, ${count}::integer) as number`)
  await db.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, is_parked, next_attempt_at, created_at)
    select uuidv7(), 'other', ${newId()}::uuid, 'execution.started', '{}', true, now(), now()
    from generate_series(1, ${count}::integer)`)
}

test.each([1, 2])(
  'publishing %i at once reads no more among many webhooks and deliveries than among few, whenever it was planned',
  async (count) => {
    await bed.empty()
    const outbox = { ...bed.outbox, delaysMs: [0, 30_000] }
    await bed.register('ada', ['execution.started'])
    // In one session: it keeps its plans, and other sessions report what they have read when they like.
    const { url } = bed.database
    const session = openDatabase({
      url,
      role: 'waypost_automation_api',
      applicationName: 'test',
      maxConnections: 1,
    })
    const events = Array.from({ length: count }, () => ({ ownerId: 'ada', data: started }))
    const publish = (tx: Db) => publishEvents(tx, outbox, 'execution.started', events).deliveryIds
    await session.db.transaction(publish)
    await fill(5000)
    const read = await session.db.transaction(async (tx) => {
      const countRead = async () => {
        const { rows } = await tx.execute<{ read: string }>(sql`
        select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables
        where schemaname = 'automation'`)
        return Number(rows[0]!.read)
      }
      const before = await countRead()
      await publish(tx)
      return (await countRead()) - before
    })
    await session.close()
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(20 * count)
  },
)
