import { storableText } from '@waypost/postgres'
import { isOfMailbox } from '../bounces/read-bounce.ts'
import { PostponedError } from './postponed-error.ts'

/** The outcome of an attempt. `deferred`: a retry may succeed. `postponed`: it was not made, and is not counted. */
export type Outcome = End | { status: 'deferred' | 'postponed'; reason: string }

/** A final outcome. */
export type End =
  | { status: 'sent' }
  | { status: 'failed'; reason: string }
  /** `isOfMailbox`: the mailbox does not exist, rather than that the message is unwanted. */
  | { status: 'bounced'; reason: string; isOfMailbox: boolean }

interface SmtpError {
  message?: string
  code?: string
  /** The SMTP command that was refused. */
  command?: string
  responseCode?: number
  /** The server's response. */
  response?: string
}

const longestReason = 500
const ofTheMessage = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
// A command or parameter that the server does not know or take, at this moment.
const ofTheSyntax = new Set([500, 501, 502, 503, 504, 555])

/**
 * A message bounces when the remote server permanently refuses this message. Any other failure is between the servers
 * (no connection, a failed login, a full disk) and is retried.
 */
export function describeRefusal(error: unknown): Outcome {
  if (error instanceof PostponedError) return { status: 'postponed', reason: error.message }
  const { message, code, command = '', responseCode = 0, response } = (error ?? {}) as SmtpError
  const reason = storableText(response ?? message ?? 'unknown')
    .slice(0, longestReason)
    .toWellFormed()
  const isOfTheMessage = code === 'EENVELOPE' || code === 'EMESSAGE' || ofTheMessage.has(command)
  if (responseCode < 500 || !isOfTheMessage) return { status: 'deferred', reason }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reason)?.[1]
  // Without an enhanced status, a refusal of RCPT TO is about the mailbox, unless it is about the command.
  const isOfRecipient = command === 'RCPT TO' && !ofTheSyntax.has(responseCode)
  const isMailbox = enhanced === undefined ? isOfRecipient : isOfMailbox(enhanced)
  return { status: 'bounced', reason, isOfMailbox: isMailbox }
}
