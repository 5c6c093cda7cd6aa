import { countStoredBytes } from '../limits/count-stored-bytes.ts'
import { LimitError } from '../limits/limit-error.ts'
import { findSendingLimits } from '../sending/find-allowance.ts'
import { refuseSending } from '../sending/refuse-sending.ts'
import { endOfDay } from '../sending/sending-day.ts'
import type { Actor, Services } from '../services.ts'
import { usualBytes } from '../uploads/read-body.ts'

/**
 * Refuses a large email before its request is read, where it is sure that the account may not send it. What it may is decided when
 * it is sent.
 *
 * @param bytes of the request, which the message has too, but for what the request has besides files
 * @throws LimitError, and a DomainError where the account may not send at all
 */
export async function checkUpload(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId, mode }: Pick<Actor, 'accountId' | 'mode'>,
  bytes: number,
): Promise<void> {
  const now = clock.now()
  const [{ found, allowance }, stored] = await Promise.all([
    findSendingLimits(db, accountId, now),
    countStoredBytes(db, accountId),
  ])
  const limit = found.limits.storedBytes
  if (stored + bytes - usualBytes > limit) throw new LimitError({ name: 'storedBytes', used: stored, limit })
  // Test mode delivers nothing.
  if (mode === 'test') return
  refuseSending(found.account)
  if (allowance.used >= allowance.limit)
    throw new LimitError({ name: 'recipientsPerDay', ...allowance, resetsAt: endOfDay(now) }, now)
}
