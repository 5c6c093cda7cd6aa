import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { tokenRevocations } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { upstreams } from '../upstreams/upstream.ts'

/**
 * Queues a message to every service to refuse an account's JWTs of earlier epochs, if and only if `tx` commits. It is
 * sent soon after `services.revocations.soon()`, and retried until each service has accepted it.
 *
 * @param hold whether to put keys, webhooks and forwarding rules on hold until their owner confirms each
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
      // A hold that a service has not received yet stays queued.
      set: { epoch, attemptAt, attempts: 0, hold: sql`${tokenRevocations.hold} or excluded.hold` },
    })
}
