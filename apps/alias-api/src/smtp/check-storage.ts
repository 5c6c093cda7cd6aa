import {
  hasRoomAgain,
  isFull,
  isFullForLong,
  type MailboxStorage,
} from '../mailbox-storage/mailbox-storage.ts'
import { recordFull, recordRoom } from '../mailbox-storage/record-full.ts'
import type { MailServices } from '../services.ts'
import { mailboxFull, mailboxFullForLong, type Refusal } from './refusal.ts'

/**
 * Checks whether an account has room for a message: for a day its sender is told to try again, then to give up. What is
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
  if (hasRoomAgain(storage)) await recordRoom(services, storage.accountId)
  return undefined
}
