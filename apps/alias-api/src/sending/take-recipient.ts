import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { sendingDays } from '../db/limit-tables.ts'
import type { FoundLimits } from '../limits/find-limits.ts'
import { LimitError } from '../limits/limit-error.ts'
import type { Actor, Services } from '../services.ts'
import { findAllowance } from './find-allowance.ts'
import { refuseSending } from './refuse-sending.ts'
import { dayOf, endOfDay } from './sending-day.ts'

/**
 * Counts a recipient of an email that `tx` accepts, within what the account may send today. The row of the day stays
 * locked until the commit: of two emails at the last place, the second sees the first, whichever process took it.
 * Test mode delivers nothing, so it counts nothing.
 *
 * @throws LimitError, and a DomainError where the account may not send at all
 */
export async function takeRecipient(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { accountId, mode }: Pick<Actor, 'accountId' | 'mode'>,
  found: FoundLimits,
): Promise<void> {
  if (mode === 'test') return
  const now = clock.now()
  refuseSending(found.account)
  const { used, limit } = await findAllowance(tx, accountId, found, now)
  const refusal = (count: number) =>
    new LimitError({ name: 'recipientsPerDay', used: count, limit, resetsAt: endOfDay(now) }, now)
  if (used >= limit) throw refusal(used)
  const { recipients } = sendingDays
  const taken = await tx
    .insert(sendingDays)
    .values({ accountId, day: dayOf(now), recipients: 1 })
    .onConflictDoUpdate({
      target: [sendingDays.accountId, sendingDays.day],
      set: { recipients: sql`${recipients} + 1` },
      setWhere: sql`${recipients} < ${limit}`,
    })
    .returning({ recipients })
  // Others have taken the last places since `used` was read.
  if (taken.length === 0) throw refusal(limit)
}
