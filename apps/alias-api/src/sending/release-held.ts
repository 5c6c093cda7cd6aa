import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { isHere } from '../cells/is-here.ts'
import { heldOutbound, outboundMessages } from '../db/mail-tables.ts'
import { enqueueAttempts } from '../outbound/enqueue-outbound.ts'
import type { MailServices } from '../services.ts'
import { isHeld } from './hold-outbound.ts'

const releasedAtATime = 200

/**
 * Queues held messages whose accounts may send again, with a day from now on in which they are retried.
 *
 * @returns how many
 */
export async function releaseHeld(
  services: Pick<MailServices, 'db' | 'clock' | 'work' | 'directory'>,
  trace = {},
): Promise<number> {
  const { db, clock, work, directory } = services
  const queuedAt = new Date(clock.now())
  return db.transaction(async (tx) => {
    // The alias was deleted, with its emails.
    await tx.execute(sql`
      delete from alias.held_outbound held
      where not exists (select from alias.outbound_messages outbound where outbound.id = held.outbound_id)
    `)
    const due = tx
      .select({ id: heldOutbound.outboundId })
      .from(heldOutbound)
      .innerJoin(outboundMessages, eq(outboundMessages.id, heldOutbound.outboundId))
      .where(and(not(isHeld), isHere(directory, sql`${outboundMessages.ownerId}`)))
      .orderBy(heldOutbound.outboundId)
      .limit(releasedAtATime)
    // Another process that releases the same waits for this one, and then finds them gone.
    const released = await tx
      .delete(heldOutbound)
      .where(inArray(heldOutbound.outboundId, due))
      .returning({ id: heldOutbound.outboundId })
    if (released.length === 0) return 0
    const ids = released.map(({ id }) => id)
    const rows = await tx
      .update(outboundMessages)
      .set({ queuedAt })
      .where(inArray(outboundMessages.id, ids))
      .returning({ id: outboundMessages.id, ownerId: outboundMessages.ownerId })
    await enqueueAttempts(
      tx,
      work,
      rows.map((outbound) => ({ outbound, at: queuedAt, trace })),
    )
    return rows.length
  })
}
