import { sql } from 'drizzle-orm'
import { body, type Bed } from '../../harness/delivery/bed.ts'

const filledAtOnce = 1_000_000

/** Adds delivered deliveries with their attempts, and pending ones whose next attempt is in an hour. */
export async function fillTables(
  bed: Bed,
  webhooks: { id: string; ownerId: string }[],
  { finished, deferred }: { finished: number; deferred: number },
): Promise<void> {
  const ids = sql.param(webhooks.map((webhook) => webhook.id))
  for (let filled = 0; filled < finished; filled += filledAtOnce) {
    // Spread over a day, each with the id that it would have got then.
    const ago = sql`make_interval(secs => -86400 * (2 - (${filled}::float8 + number) / ${finished}::float8))`
    await bed.db.execute(sql`
      with past as (
        insert into automation.deliveries
          (id, owner_id, webhook_id, event, body, status, created_at, ended_at)
        select uuidv7(${ago}), 'past', (${ids}::uuid[])[1 + number % ${webhooks.length}], 'execution.started', ${body},
          'delivered', now() + ${ago}, now() + ${ago}
        from generate_series(1, ${Math.min(filledAtOnce, finished - filled)}::integer) as number
        returning id, created_at
      )
      insert into automation.delivery_attempts (delivery_id, number, started_at, duration_ms, status, response_body)
      select id, 1, created_at, 5, 200, 'ok' from past
    `)
  }
  await bed.seed(webhooks, deferred, { dueAt: new Date(Date.now() + 3_600_000) })
  await bed.cleanUp()
}
