import type { Storage } from '@waypost/storage'
import type { messages } from '../db/mail-tables.ts'
import { readWhole } from '../storage/stored.ts'
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
