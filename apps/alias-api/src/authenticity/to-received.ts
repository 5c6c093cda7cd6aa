import type { messages } from '../db/mail-tables.ts'
import type { Storage } from '../storage/storage.ts'
import { readWhole } from '../storage/storage.ts'
import type { ReceivedMessage } from './authenticity.ts'

/** A stored message as it was handed over. */
export function toReceived(
  message: typeof messages.$inferSelect,
  storage: Pick<Storage, 'open'>,
): ReceivedMessage {
  const { content, restId, mailFrom, clientIp, clientName } = message
  return {
    content,
    ...(restId !== null && { openWhole: () => readWhole(storage, message) }),
    mailFrom: mailFrom ?? '',
    clientIp: clientIp ?? '',
    clientName: clientName ?? '',
  }
}
