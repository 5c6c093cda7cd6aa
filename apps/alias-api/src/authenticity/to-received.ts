import type { Storage } from '@waypost/storage'
import { readWhole, type Stored } from '../storage/stored.ts'
import type { ReceivedMessage } from './authenticity.ts'

interface StoredMessage extends Stored {
  mailFrom: string | null
  clientIp: string | null
  clientName: string | null
}

/** A stored message in the form in which it is checked. */
export function toReceived(message: StoredMessage, storage: Pick<Storage, 'open'>): ReceivedMessage {
  const { content, restId, mailFrom, clientIp, clientName } = message
  return {
    content,
    ...(restId !== null && { openWhole: () => readWhole(storage, message) }),
    mailFrom: mailFrom ?? '',
    clientIp: clientIp ?? '',
    clientName: clientName ?? '',
  }
}
