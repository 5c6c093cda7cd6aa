import { lt } from 'drizzle-orm'
import { sendingDays } from '../db/limit-tables.ts'
import type { MailServices } from '../services.ts'
import { dayOf } from './sending-day.ts'

// Seven days count; the rest are for an operator to look back at.
const keptMs = 90 * 86_400_000

/** Prunes the counts of days that are long over. */
export async function pruneSendingDays({ db, clock }: Pick<MailServices, 'db' | 'clock'>): Promise<void> {
  await db.delete(sendingDays).where(lt(sendingDays.day, dayOf(clock.now() - keptMs)))
}
