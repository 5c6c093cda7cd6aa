import { eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { z } from 'zod'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'

export const suspension = z.strictObject({ reason: z.string().trim().min(1).max(500) })

/** Stops an account's sending and forwarding. What was queued waits; what comes in is stored. */
export async function suspendAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
  { reason }: z.infer<typeof suspension>,
): Promise<void> {
  const suspended = await db
    .update(accounts)
    .set({ suspendedAt: new Date(clock.now()), suspendedReason: reason })
    .where(eq(accounts.id, accountId))
    .returning({ id: accounts.id })
  if (suspended.length === 0) throw new DomainError('not_found', 'Account not found')
}
