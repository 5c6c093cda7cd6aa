import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { tokenRevocations } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { upstreams } from '../upstreams/upstream.ts'

/**
 * Has every service told to refuse an account's JWTs of earlier epochs, if and only if `tx` commits; soon after
 * `services.revocations.soon()`, and again until each has taken it.
 *
 * @param hold whether what the account has made there is switched off as well until its owner keeps it
 */
export async function queueRevocations(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { accountId, epoch, hold }: { accountId: string; epoch: number; hold: boolean },
): Promise<void> {
  const attemptAt = new Date(clock.now())
  await tx
    .insert(tokenRevocations)
    .values(upstreams.map(({ name: service }) => ({ accountId, service, epoch, hold, attemptAt })))
    .onConflictDoUpdate({
      target: [tokenRevocations.accountId, tokenRevocations.service],
      // A hold that a service has not heard of yet is still owed.
      set: { epoch, attemptAt, attempts: 0, hold: sql`${tokenRevocations.hold} or excluded.hold` },
    })
}
