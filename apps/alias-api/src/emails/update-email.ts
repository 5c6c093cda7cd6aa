import { and, eq, isNull } from 'drizzle-orm'
import { carryTrace } from '@waypost/telemetry'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { emails } from '../db/mail-tables.ts'
import { enqueueReleased } from '../forwarding/enqueue-forwards.ts'
import { hasLeftForSome } from '../forwarding/email-forwards.ts'
import { undecided } from '../forwarding/undecided.ts'
import { withheldReasons } from '../forwarding/withheld-reasons.ts'
import type { Actor, Services } from '../services.ts'
import type { emailChange, EmailDetail } from './email.ts'
import { emailNotFound, readDetail } from './get-email.ts'

const decision = { status: emails.forwardStatus, reason: emails.forwardReason }

/** Marks an email as read, starred or spam, or takes the mark away, and changes its labels. One that was withheld as spam and is none is forwarded now. */
export async function updateEmail(
  services: Services,
  actor: Actor,
  id: string,
  { labels: given, ...marks }: z.infer<typeof emailChange>,
): Promise<EmailDetail> {
  return services.db.transaction(async (tx) => {
    const labels = given && (given.length > 0 ? [...new Set(given)] : null)
    const change = { ...marks, ...(labels !== undefined && { labels }) }
    const isThere = and(eq(emails.id, id), eq(emails.ownerId, actor.ownerId), isNull(emails.deletedAt))
    // Held until the end, so that two requests at once forward it once.
    const [held] =
      marks.isSpam === false ? await tx.select(decision).from(emails).where(isThere).for('update') : []
    const isReleased =
      held?.status === 'withheld' && held.reason === withheldReasons.spam && !(await hasLeftForSome(tx, id))
    const [row] =
      Object.keys(change).length === 0
        ? await tx.select().from(emails).where(isThere)
        : await tx
            .update(emails)
            .set({ ...change, ...(isReleased && undecided) })
            .where(isThere)
            .returning()
    if (!row) throw emailNotFound()
    if (isReleased) await enqueueReleased(tx, services, [row], carryTrace())
    const detail = await readDetail(tx, row)
    await recordChange(tx, services, actor)
    return detail
  })
}
