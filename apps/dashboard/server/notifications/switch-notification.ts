import { and, eq, sql } from 'drizzle-orm'
import { notificationOptOuts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Notification } from './notification.ts'

/** Switches the e-mails of a kind on or off. For an account that is gone by now, it does nothing. */
export async function switchNotification(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
  { kind, isOn }: Notification,
): Promise<void> {
  if (isOn)
    await db
      .delete(notificationOptOuts)
      .where(and(eq(notificationOptOuts.accountId, accountId), eq(notificationOptOuts.kind, kind)))
  else
    await db.execute(sql`
      insert into accounts.notification_opt_outs (account_id, kind, created_at)
      select id, ${kind}, ${new Date(clock.now())} from accounts.accounts where id = ${accountId}
      on conflict do nothing
    `)
}
