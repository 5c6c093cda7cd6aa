import { isNear } from '../limits/tell-of-near-limit.ts'
import {
  hasRoomAgain,
  isFull,
  isFullForLong,
  type MailboxStorage,
} from '../mailbox-storage/mailbox-storage.ts'
import { recordFull, recordRoom } from '../mailbox-storage/record-full.ts'
import { recordNear } from '../mailbox-storage/record-near.ts'
import type { MailServices } from '../services.ts'
import { mailboxFull, mailboxFullForLong, type Refusal } from './refusal.ts'

/**
 * Checks whether an account has room for a message: for a day its sender is told to try again, then to give up. Its owner is told
 * where the room is nearly used up. What is
 * on its way at the same moment can exceed the limit.
 *
 * @returns undefined where it has
 */
export async function checkStorage(
  services: MailServices,
  storage: MailboxStorage,
  bytes: number,
): Promise<Refusal | undefined> {
  if (isFull(storage, bytes)) {
    await recordFull(services, storage)
    return isFullForLong(storage, services.clock.now()) ? mailboxFullForLong() : mailboxFull()
  }
  const { accountId, storedBytes, limitBytes } = storage
  if (hasRoomAgain(storage)) await recordRoom(services, accountId)
  if (isNear({ used: storedBytes + bytes, limit: limitBytes })) await recordNear(services, storage, bytes)
  return undefined
}
