import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toEmailDetail, type emailChange, type EmailDetail } from './email.ts'
import { emailNotFound, findRecipients, listAttachments } from './get-email.ts'

/** Marks an email as read, starred or spam, or takes the mark away. */
export async function updateEmail(
  services: Services,
  actor: Actor,
  id: string,
  { isRead, isStarred, isSpam }: z.infer<typeof emailChange>,
): Promise<EmailDetail> {
  return services.db.transaction(async (tx) => {
    const isThere = and(eq(emails.id, id), eq(emails.ownerId, actor.ownerId), isNull(emails.deletedAt))
    const [row] =
      isRead === undefined && isStarred === undefined && isSpam === undefined
        ? await tx.select().from(emails).where(isThere)
        : await tx.update(emails).set({ isRead, isStarred, isSpam }).where(isThere).returning()
    if (!row) throw emailNotFound()
    const attached = row.hasAttachments ? await listAttachments(tx, row.messageId) : []
    const sentTo = await findRecipients(tx, row)
    await recordChange(tx, services, actor)
    return toEmailDetail(row, attached, sentTo)
  })
}
