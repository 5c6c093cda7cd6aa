import { lt } from 'drizzle-orm'
import { receptions } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'

const keptMs = 7 * 86_400_000

/** Forgets what was said more than a week ago. */
export async function forgetReceptions({ db, clock }: Pick<MailServices, 'db' | 'clock'>): Promise<void> {
  await db.delete(receptions).where(lt(receptions.createdAt, new Date(clock.now() - keptMs)))
}
