import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'

/** The ids of the webhooks that an owner registered; with `webhookId`, of that one, where the owner has it. */
export async function findRegisteredIds(
  db: Db,
  channel: Pick<Channel, 'service'>,
  { ownerId }: { ownerId: string },
  webhookId?: string,
): Promise<string[]> {
  const { webhooks } = webhookTables(channel.service)
  const isAsked = webhookId === undefined ? undefined : eq(webhooks.id, webhookId)
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.ownerId, ownerId), webhooks.isRegistered, isAsked))
  return rows.map(({ id }) => id)
}
