import { and, eq, isNull } from 'drizzle-orm'
import { publishEvent } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { emailNotFound } from './get-email.ts'

/** Moves an email to the deleted ones, where it can still be read. */
export async function deleteEmail(services: Services, actor: Actor, id: string): Promise<void> {
  const deletedAt = new Date(services.clock.now())
  await services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(emails)
      .set({ deletedAt })
      .where(and(eq(emails.id, id), eq(emails.ownerId, actor.ownerId), isNull(emails.deletedAt)))
      .returning({ addressId: emails.addressId })
    if (!row) throw emailNotFound()
    publishEvent(tx, services.outbox, {
      ownerId: actor.ownerId,
      event: 'email.deleted',
      data: { emailId: id, addressId: row.addressId, deletedAt: deletedAt.toISOString() },
    })
    await recordChange(tx, services, actor)
  })
}
