import { sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import { enqueueDeliveries, type Outbox } from '@waypost/webhooks'

/** Adds deliveries and their jobs, spread over the webhooks, with the places in the queues that the product gives them. */
export async function seedBatch(
  tx: Db,
  outbox: Pick<Outbox, 'channel' | 'boss'>,
  webhooks: { id: string; ownerId: string }[],
  { count, body, dueAt }: { count: number; body: string; dueAt: Date | undefined },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({ id: newId(), ...pick(webhooks, index) }))
  await tx.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, next_attempt_at, created_at)
    select id, owner_id, webhook_id, 'execution.started', ${body}, ${dueAt ?? new Date()}, now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, owner_id text, webhook_id uuid)
  `)
  const added = rows.map(({ id, owner_id: ownerId }) => ({ id, ownerId, round: 1 }))
  await enqueueDeliveries(tx, outbox, added, dueAt ?? null)
}

function pick(webhooks: { id: string; ownerId: string }[], index: number) {
  const { id, ownerId } = webhooks[index % webhooks.length]!
  return { webhook_id: id, owner_id: ownerId }
}
