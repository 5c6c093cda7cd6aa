import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { deliveryQueue } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatcherSettings } from '../dispatcher-settings.ts'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { claimDeliveries, type Claim, type Claimed } from './claim-deliveries.ts'
import { giveUpUnmade } from './give-up-deliveries.ts'
import { settleAttempts } from './settle-attempts.ts'

let bed: TestChannel
let webhookId: string
let db: Db

beforeEach(async () => {
  bed = await openTestChannel()
  ;({ id: webhookId } = await bed.registerWebhook('https://example.com/'))
  db = bed.database.connectAs('waypost_dispatcher', dispatcherSettings).db
})
afterEach(() => bed.close())

const enqueue = (count: number) =>
  bed.owner.execute(sql`
    with made as (
      insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, next_attempt_at, created_at)
      select uuidv7(), 'ada', ${webhookId}, 'execution.started', '{}', 'pending', now(), now()
      from generate_series(1, ${count}::integer) returning id
    )
    insert into automation_outbox.job (name, data)
    select ${deliveryQueue.name}, json_build_object('deliveryId', id, 'round', 1) from made
  `)
const endAll = async () => {
  await bed.owner.execute(
    sql`update automation.deliveries set status = 'delivered', ended_at = now(), next_attempt_at = null`,
  )
  await bed.owner.execute(sql`delete from automation_outbox.job`)
}

const channel = () => ({ ...bed.channel, db })
const claim = (count: number, isFull: boolean): Promise<Claimed> =>
  claimDeliveries(
    channel(),
    bed.services.clock,
    { [deliveryQueue.name]: count },
    {
      receivers: { admit: () => !isFull, full: () => (isFull ? [webhookId] : []) },
      keyring: bed.services.keyring,
    },
  )
const park = ({ lease, unmade }: Claimed) => giveUpUnmade(channel(), lease, unmade, new Date())
const settle = (claims: Claim[], succeeded: boolean) =>
  settleAttempts(
    channel(),
    claims.map((each) => ({
      claim: each,
      outcome: {
        succeeded,
        status: succeeded ? 200 : 500,
        error: null,
        durationMs: 1,
        responseBody: null,
      },
      requestHeaders: {},
      endedAt: each.startedAt,
    })),
  )
/** All that becomes of a few deliveries, often enough for Postgres to keep its plans. */
const workAsUsual = async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    await enqueue(3)
    await park(await claim(1, true))
    await settle((await claim(1, false)).claims, true)
    await settle((await claim(1, false)).claims, false)
  }
}

async function countFetched(): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await bed.owner.execute<{ fetched: string }>(sql`
    select sum(idx_tup_fetch + seq_tup_read) as fetched from pg_stat_user_tables where schemaname = 'automation'`)
  return Number(rows[0]!.fetched)
}

/** How many rows of the service it fetches, from tables and through indexes. */
async function countRead<Result>(work: () => Promise<Result>): Promise<{ read: number; result: Result }> {
  const before = await countFetched()
  const result = await work()
  return { read: (await countFetched()) - before, result }
}

test.each([
  ['one delivery', 1],
  ['deliveries that had all ended', 60],
])('a backlog costs no more for each of its deliveries if Postgres knows of %s', async (_known, count) => {
  await enqueue(count)
  await endAll()
  await bed.owner.execute(sql`analyze automation.deliveries`)
  await bed.owner.execute(sql`analyze automation.delivery_attempts`)
  await workAsUsual()
  await enqueue(3000)

  const parked = await countRead(async () => park(await claim(200, true)))
  expect(parked.read).toBeLessThan(1000)
  const claimed = await countRead(() => claim(200, false))
  expect(claimed.result.claims).toHaveLength(200)
  expect(claimed.read).toBeLessThan(1000)
  const { claims } = claimed.result
  const delivered = await countRead(() => settle(claims.slice(0, 100), true))
  expect(delivered.read).toBeLessThan(500)
  const failed = await countRead(() => settle(claims.slice(100), false))
  expect(failed.read).toBeLessThan(500)
})

test('a settlement searches the log once if Postgres believes that deliveries have hundreds of attempts', async () => {
  await enqueue(1)
  await bed.owner.execute(sql`
    insert into automation.delivery_attempts (delivery_id, number, started_at)
    select id, number, now() from automation.deliveries, generate_series(1, 3000) as number`)
  await bed.owner.execute(sql`analyze automation.delivery_attempts`)
  await endAll()
  await enqueue(200)
  const { claims } = await claim(200, false)
  expect((await countRead(() => settle(claims, true))).read).toBeLessThan(1000)
})
