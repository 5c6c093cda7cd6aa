import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { expiredHours } from './expired-hours.ts'

let bed: TestChannel
beforeAll(async () => {
  bed = await openTestChannel()
})
afterAll(() => bed.close())

test('counts older than eight days are deleted in batches, and a week of them stays', async () => {
  const { id } = await bed.registerWebhook('https://example.com')
  const now = new Date('2026-03-02T09:30:00Z')
  await bed.owner.execute(sql`
    insert into automation.webhook_hours (webhook_id, starts_at, attempts, failures, durations)
    select ${id}, ${now}::timestamptz - make_interval(hours => number), 1, 0, '{}' from generate_series(0, 299) number
  `)
  const { channel, db } = bed.channel
  const kind = expiredHours(channel)
  expect(await kind.findOldest(db)).toEqual(new Date(now.getTime() - 299 * 3_600_000))
  const before = new Date(now.getTime() - kind.keptMs!)
  const purge = () => db.transaction((tx) => kind.purge(tx, { before, limit: 100, after: null }))
  expect(await purge()).toMatchObject({ rows: 100, isMore: true })
  expect(await purge()).toMatchObject({ rows: 7, isMore: false })
  const { rows } = await bed.owner.execute(
    sql`select count(*)::integer as kept from automation.webhook_hours`,
  )
  expect(rows).toEqual([{ kept: 193 }])
})
