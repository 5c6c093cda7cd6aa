import { eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { queueRevocations } from './queue-revocations.ts'

/**
 * Revokes every JWT of an account: the services are told after `tx` commits. Sessions and refresh tokens get new JWTs.
 *
 * @param tx a transaction
 * @param hold whether to put keys, webhooks and forwarding rules on hold until their owner confirms each
 */
export async function bumpTokenEpoch(
  tx: Db,
  services: Pick<Services, 'clock'>,
  accountId: string,
  { hold }: { hold: boolean },
): Promise<void> {
  const [account] = await tx
    .update(accounts)
    .set({ tokenEpoch: sql`${accounts.tokenEpoch} + 1` })
    .where(eq(accounts.id, accountId))
    .returning({ tokenEpoch: accounts.tokenEpoch })
  if (account) await queueRevocations(tx, services, { accountId, epoch: account.tokenEpoch, hold })
}
