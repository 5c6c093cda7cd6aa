import { sql, type SQL } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openTestOutbox } from '../test-outbox.ts'
import { selectFailing, selectRecovered } from './announce-webhooks.ts'

test('webhooks to announce are found by indexes, among 50,000 of which many have failed for long', async () => {
  const bed = await openTestOutbox()
  onTestFinished(() => bed.close())
  const owner = bed.database.connectAsOwner().db
  await owner.execute(sql`
    insert into automation.webhooks (id, owner_id, url, events, sealed_secret, created_at, failure_count, failing_since,
      announced_failing_since, disabled_at)
    select uuidv7(), 'ada', 'https://example.com', '{}', repeat('x', 200), now(), 9, since,
      case when number % 2 = 0 and number > 20 then since end, case when number = 1 then now() end
    from generate_series(1, 50000) number,
      lateral (select case when number % 2 = 0 then now() - interval '1 week' when number % 3 = 0 then now() end as since) one
  `)
  await owner.execute(sql`update automation.webhooks set failing_since = null where id in (
    select id from automation.webhooks where announced_failing_since is not null limit 5)`)
  await owner.execute(sql`vacuum analyze automation.webhooks`)
  const { channel } = bed.outbox
  const pagesRead = async (statement: SQL) => {
    const { rows } = await bed.db.execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      sql`explain (analyze, buffers, format json) ${statement}`,
    )
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
    return [plan['Actual Rows'], plan['Shared Hit Blocks']! + plan['Shared Read Blocks']! < 200]
  }
  expect(await pagesRead(selectFailing(channel, { afterMinutes: 60, afterAttempts: 5 }))).toEqual([10, true])
  expect(await pagesRead(selectRecovered(channel))).toEqual([5, true])
})
