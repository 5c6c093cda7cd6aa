import { lt } from 'drizzle-orm'
import { returnPaths } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'

// Servers give up after five days; a bounce that comes later than this tells nobody anything new.
const keptMs = 30 * 86_400_000

/** Forgets where mail is returned to that nobody will return any more. */
export async function pruneReturnPaths({ db, clock }: Pick<MailServices, 'db' | 'clock'>): Promise<void> {
  await db.delete(returnPaths).where(lt(returnPaths.createdAt, new Date(clock.now() - keptMs)))
}
