import { eq } from 'drizzle-orm'
import { notificationOptOuts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { notificationKind, type Notification } from './notification.ts'

export async function listNotifications(
  { db }: Pick<Services, 'db'>,
  accountId: string,
): Promise<Notification[]> {
  const optOuts = await db
    .select({ kind: notificationOptOuts.kind })
    .from(notificationOptOuts)
    .where(eq(notificationOptOuts.accountId, accountId))
  const off = new Set(optOuts.map(({ kind }) => kind))
  return notificationKind.options.map((kind) => ({ kind, isOn: !off.has(kind) }))
}
