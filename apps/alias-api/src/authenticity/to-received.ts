import type { messages } from '../db/mail-tables.ts'
import type { ReceivedMessage } from './authenticity.ts'

/** A stored message as it was handed over. */
export function toReceived({
  content,
  mailFrom,
  clientIp,
  clientName,
}: typeof messages.$inferSelect): ReceivedMessage {
  return { content, mailFrom: mailFrom ?? '', clientIp: clientIp ?? '', clientName: clientName ?? '' }
}
