import { lt } from 'drizzle-orm'
import { smtpLog } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'

const keptMs = 7 * 86_400_000

/** Prunes entries that are older than a week. */
export async function pruneSmtpLog({ db, clock }: Pick<MailServices, 'db' | 'clock'>): Promise<void> {
  await db.delete(smtpLog).where(lt(smtpLog.createdAt, new Date(clock.now() - keptMs)))
}
