import { sql } from 'drizzle-orm'
import { inTransaction, newId, type Db, type Queues } from '@waypost/postgres'
import { deferredQueue, deliveryQueue } from '@waypost/webhooks'

/** Adds deliveries and their jobs, spread over the webhooks. */
export async function seedBatch(
  db: Db,
  { boss }: Queues,
  webhooks: { id: string; ownerId: string }[],
  { count, body, dueAt }: { count: number; body: string; dueAt: Date | undefined },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({ id: newId(), ...pick(webhooks, index) }))
  await db.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, next_attempt_at, created_at)
    select id, owner_id, webhook_id, 'execution.started', ${body}, ${dueAt ?? new Date()}, now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, owner_id text, webhook_id uuid)
  `)
  const jobs = rows.map(({ id, owner_id: ownerId }) => ({
    data: { deliveryId: id, ownerId, round: 1 },
    ...(dueAt && { startAfter: dueAt }),
  }))
  const queue = dueAt ? deferredQueue : deliveryQueue
  await boss.insert(queue.name, jobs, { ...inTransaction(db), returnId: false })
}

function pick(webhooks: { id: string; ownerId: string }[], index: number) {
  const { id, ownerId } = webhooks[index % webhooks.length]!
  return { webhook_id: id, owner_id: ownerId }
}
