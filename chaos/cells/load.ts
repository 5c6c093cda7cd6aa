import { setTimeout } from 'node:timers/promises'
import { handOver } from '../../harness/mail/hand-over.ts'
import type { Account } from './add-account.ts'
import type { Bed } from './bed.ts'

/** What an account was answered. */
export interface Answered {
  /** The subjects of mails that were answered 250. */
  accepted: Set<string>
  /** How many mails were not. */
  deferred: number
  requests: Request[]
}

export interface Request {
  status: number
  at: number
  ms: number
}

const writers = 2
const betweenMs = 20
const bodyBytes = 2000

/**
 * Sends mails to an account, and requests on its behalf, until `over`.
 *
 * @returns what it is answered, which grows, and the end
 */
export function loadAccount(
  { origin, smtpPort }: Pick<Bed, 'origin' | 'smtpPort'>,
  { address, headers }: Account,
  over: AbortSignal,
): { answered: Answered; ended: Promise<unknown> } {
  const answered: Answered = { accepted: new Set(), deferred: 0, requests: [] }
  let sent = 0
  const write = async (): Promise<void> => {
    while (!over.aborted) {
      const subject = `mail ${++sent}`
      const content = `From: bob@bob.dev\r\nSubject: ${subject}\r\n\r\n${'x'.repeat(bodyBytes)}`
      if (await handOver(smtpPort, address, content)) answered.accepted.add(subject)
      else answered.deferred += 1
      await setTimeout(betweenMs)
    }
  }
  const asking = ask(`${origin}/api/v1/emails?limit=1`, headers, answered.requests, over)
  return { answered, ended: Promise.all([...Array.from({ length: writers }, write), asking]) }
}

/** Sends the same request again and again, until `over`, and adds to `requests` how each is answered. */
export async function ask(
  url: string,
  headers: Record<string, string>,
  requests: Request[],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const at = performance.now()
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    requests.push({ status: response.status, at, ms: performance.now() - at })
    await setTimeout(betweenMs)
  }
}
