import { sql } from 'drizzle-orm'
import { deliveryQueue } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatcherSettings } from '../dispatcher-settings.ts'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { claimDeliveries } from './claim-deliveries.ts'

let bed: TestChannel

beforeEach(async () => {
  bed = await openTestChannel()
})
afterEach(() => bed.close())

const fillQueue = (jobs: number) =>
  bed.owner.execute(sql`
    insert into automation_outbox.job (name, data)
    select ${deliveryQueue.name}, json_build_object('deliveryId', gen_random_uuid(), 'round', 1)
    from generate_series(1, ${jobs}::integer)
  `)

/** Rows of jobs that were fetched by an index, by all sessions that have told of it. */
async function countFetched(): Promise<number> {
  const { rows } = await bed.owner.execute<{ fetched: string }>(sql`
    select sum(idx_tup_fetch) as fetched from pg_stat_user_tables where schemaname = 'automation_outbox'
  `)
  return Number(rows[0]?.fetched)
}

test('a claim reads no more of a queue than it takes, though Postgres believe the queue to be empty', async () => {
  // What a vacuum leaves that finds all rows gone, and may not give the pages back while others use the table.
  await fillQueue(2000)
  await bed.owner.execute(sql`delete from automation_outbox.job`)
  await bed.owner.execute(sql`vacuum (truncate false) automation_outbox.job`)
  await fillQueue(2000)

  const { db } = bed.database.connectAs('waypost_dispatcher', dispatcherSettings)
  const before = await countFetched()
  const { fetched } = await claimDeliveries(
    { ...bed.channel, db },
    bed.services.clock,
    { [deliveryQueue.name]: 100 },
    () => true,
  )
  await db.execute(sql`select pg_stat_force_next_flush()`)

  expect(fetched).toEqual({ [deliveryQueue.name]: 100 })
  const read = (await countFetched()) - before
  expect(read).toBeGreaterThanOrEqual(100)
  expect(read).toBeLessThan(1000)
})
