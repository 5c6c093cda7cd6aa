import { and, eq, isNotNull } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import type { EmailDetail } from './email.ts'
import { emailNotFound, readDetail } from './get-email.ts'

/** Moves an email back from the deleted ones, until retention has removed it. */
export async function restoreEmail(services: Services, actor: Actor, id: string): Promise<EmailDetail> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(emails)
      .set({ deletedAt: null, removedByRule: null })
      .where(and(eq(emails.id, id), eq(emails.ownerId, actor.ownerId), isNotNull(emails.deletedAt)))
      .returning()
    if (!row) throw emailNotFound()
    const detail = await readDetail(tx, row)
    await recordChange(tx, services, actor)
    return detail
  })
}
