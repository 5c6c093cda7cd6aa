import { lt } from 'drizzle-orm'
import { takenMessages } from '../db/directory-tables.ts'
import type { MailServices } from '../services.ts'

// Servers give up after five days.
const keptMs = 7 * 86_400_000

/** Prunes what is known of messages that were taken in part, whose senders try no more. */
export async function pruneTakenMessages({ db, clock }: Pick<MailServices, 'db' | 'clock'>): Promise<void> {
  await db.delete(takenMessages).where(lt(takenMessages.createdAt, new Date(clock.now() - keptMs)))
}
