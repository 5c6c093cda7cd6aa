import type { Db } from '@waypost/postgres'
import { countStoredBytes } from './count-stored-bytes.ts'
import type { FoundLimits } from './find-limits.ts'
import { LimitError } from './limit-error.ts'

/**
 * Refuses an email that is sent where its account has no room for it.
 *
 * @param tx the transaction that has just added the email, and so keeps others of the account waiting
 * @param bytes of the email
 * @throws LimitError
 */
export async function enforceStorage(
  tx: Db,
  accountId: string,
  { limits }: FoundLimits,
  bytes: number,
): Promise<void> {
  const stored = await countStoredBytes(tx, accountId)
  const limit = limits.storedBytes
  if (stored > limit) throw new LimitError({ name: 'storedBytes', used: stored - bytes, limit })
}
