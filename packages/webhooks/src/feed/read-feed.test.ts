import { newId } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openTestOutbox } from '../test-outbox.ts'
import { selectFeed } from './read-feed.ts'

test('a page of a feed of 50,000 events is read by its index', async () => {
  const bed = await openTestOutbox()
  onTestFinished(() => bed.close())
  const webhookId = await bed.register('ada', ['execution.started'])
  const owner = bed.database.connectAsOwner().db
  await owner.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, created_at, ended_at, feed_xact)
    select uuidv7(), 'ada', ${webhookId}, 'execution.started', repeat('x', 400), 'delivered', now(), now(),
      (number / 10 + 3)::text::xid8
    from generate_series(1, 50000) number
  `)
  await owner.execute(sql`analyze automation.deliveries`)
  const statement = selectFeed(bed.outbox.channel, webhookId, { xact: '400', id: newId() }, 100)
  const { rows } = await bed.db.execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    sql`explain (analyze, buffers, format json) ${statement}`,
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
  expect(JSON.stringify(plan)).toContain('deliveries_in_feeds')
  expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(1500)
})
