import { lt } from 'drizzle-orm'
import { returnPaths } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'

// Servers give up after five days; a bounce that comes later than this says nothing new.
const keptMs = 30 * 86_400_000

/** Prunes return paths to which no server will send a bounce any more. */
export async function pruneReturnPaths({ db, clock }: Pick<MailServices, 'db' | 'clock'>): Promise<void> {
  await db.delete(returnPaths).where(lt(returnPaths.createdAt, new Date(clock.now() - keptMs)))
}
