import { and, eq, gt } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { sendingDays } from '../db/limit-tables.ts'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { reputationDays } from './reputation.ts'
import { dayOf } from './sending-day.ts'

/**
 * Lets an account send and forward again, whether the operator has suspended it or too much of its mail came back. The
 * bounces and complaints of the last days count no more; otherwise the next one would stop it again.
 */
export async function unsuspendAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const from = dayOf(clock.now() - reputationDays * 86_400_000)
    await tx
      .update(sendingDays)
      .set({ bounces: 0, complaints: 0 })
      .where(and(eq(sendingDays.accountId, accountId), gt(sendingDays.day, from)))
    const released = await tx
      .update(accounts)
      .set({ suspendedAt: null, suspendedReason: null, sendingStoppedAt: null, sendingStoppedReason: null })
      .where(eq(accounts.id, accountId))
      .returning({ id: accounts.id })
    if (released.length === 0) throw new DomainError('not_found', 'Account not found')
  })
}
