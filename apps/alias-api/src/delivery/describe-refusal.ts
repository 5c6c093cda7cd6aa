import { storableText } from '@waypost/postgres'
import { isOfMailbox } from '../bounces/read-bounce.ts'

/** What came of an attempt. `deferred`: it may be different later. */
export type Outcome = End | { status: 'deferred'; reason: string }

/** What will not be different any more. */
export type End =
  | { status: 'sent' }
  | { status: 'failed'; reason: string }
  /** `isOfMailbox`: there is no such mailbox, rather than that it did not want this mail. */
  | { status: 'bounced'; reason: string; isOfMailbox: boolean }

interface SmtpError {
  message?: string
  code?: string
  /** The command that was refused. */
  command?: string
  responseCode?: number
  /** The other side's words. */
  response?: string
}

const longestReason = 500
const ofTheMessage = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/**
 * A message bounces when the other side says for good that it does not want this one. Whatever else goes wrong is
 * between the servers (no connection, a login that fails, a full disk) and may be put right.
 */
export function describeRefusal(error: unknown): Outcome {
  const { message, code, command = '', responseCode = 0, response } = (error ?? {}) as SmtpError
  const reason = storableText(response ?? message ?? 'unknown')
    .slice(0, longestReason)
    .toWellFormed()
  const isOfTheMessage = code === 'EENVELOPE' || code === 'EMESSAGE' || ofTheMessage.has(command)
  if (responseCode < 500 || !isOfTheMessage) return { status: 'deferred', reason }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reason)?.[1]
  // Without one, who refuses a recipient means the recipient.
  const isMailbox = enhanced === undefined ? command === 'RCPT TO' : isOfMailbox(enhanced)
  return { status: 'bounced', reason, isOfMailbox: isMailbox }
}
