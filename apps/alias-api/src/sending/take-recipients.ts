import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { sendingDays } from '../db/limit-tables.ts'
import { LimitError } from '../limits/limit-error.ts'
import { tellOfNearLimit } from '../limits/tell-of-near-limit.ts'
import type { Actor, Services } from '../services.ts'
import type { SendingLimits } from './find-allowance.ts'
import { refuseSending } from './refuse-sending.ts'
import { dayOf, endOfDay } from './sending-day.ts'

/**
 * Counts the recipients of an email that `tx` accepts, within what the account may send today. The row of the day stays
 * locked until the commit: of two emails at the last place, the second sees the first, whichever process took it.
 * Test mode delivers nothing, so it counts nothing.
 *
 * @throws LimitError, and a DomainError where the account may not send at all
 */
export async function takeRecipients(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { accountId, mode }: Pick<Actor, 'accountId' | 'mode'>,
  { found, allowance: { used, limit } }: SendingLimits,
  count = 1,
): Promise<void> {
  if (mode === 'test') return
  const now = clock.now()
  refuseSending(found.account)
  const refusal = (taken: number) =>
    new LimitError({ name: 'recipientsPerDay', used: taken, limit, resetsAt: endOfDay(now) }, now)
  if (used + count > limit) throw refusal(used)
  const { recipients } = sendingDays
  const taken = await tx
    .insert(sendingDays)
    .values({ accountId, day: dayOf(now), recipients: count })
    .onConflictDoUpdate({
      target: [sendingDays.accountId, sendingDays.day],
      set: { recipients: sql`${recipients} + ${count}` },
      setWhere: sql`${recipients} + ${count} <= ${limit}`,
    })
    .returning({ recipients })
    .prepare('take_recipients')
    .execute()
  // Others have taken the last places since `used` was read.
  const [day] = taken
  if (!day) throw refusal(limit)
  await tellOfNearLimit(tx, now, accountId, { name: 'recipientsPerDay', used: day.recipients, limit })
}
