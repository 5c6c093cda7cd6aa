import { and, eq } from 'drizzle-orm'
import { notificationOptOuts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { NotificationKind } from './notification.ts'

export async function isNotificationOn(
  { db }: Pick<Services, 'db'>,
  accountId: string,
  kind: NotificationKind,
): Promise<boolean> {
  const optOuts = await db
    .select({ kind: notificationOptOuts.kind })
    .from(notificationOptOuts)
    .where(and(eq(notificationOptOuts.accountId, accountId), eq(notificationOptOuts.kind, kind)))
  return optOuts.length === 0
}
