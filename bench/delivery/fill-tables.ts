import { sql } from 'drizzle-orm'
import { body, type Bed } from '../../harness/delivery/bed.ts'

/** Adds delivered deliveries with their attempts, and pending ones whose next attempt is in an hour. */
export async function fillTables(
  bed: Bed,
  webhooks: { id: string; ownerId: string }[],
  { finished, deferred }: { finished: number; deferred: number },
): Promise<void> {
  const ids = sql.param(webhooks.map((webhook) => webhook.id))
  await bed.db.execute(sql`
    insert into automation.deliveries
      (id, owner_id, webhook_id, event, body, status, created_at, ended_at)
    select gen_random_uuid(), 'past', (${ids}::uuid[])[1 + number % ${webhooks.length}], 'execution.started', ${body},
      'delivered', now() - interval '1 day', now() - interval '1 day'
    from generate_series(1, ${finished}::integer) as number
  `)
  await bed.db.execute(sql`
    insert into automation.delivery_attempts (delivery_id, number, started_at, duration_ms, status, response_body)
    select id, 1, created_at, 5, 200, 'ok' from automation.deliveries where owner_id = 'past'
  `)
  await bed.seed(webhooks, deferred, { dueAt: new Date(Date.now() + 3_600_000) })
  await bed.cleanUp()
}
