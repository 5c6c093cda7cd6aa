import { setTimeout } from 'node:timers/promises'
import { storableText } from '@waypost/postgres'
import type { ExtractedData } from '@waypost/webhooks'
import { AliasRefusal, createAliasMail, type ReceivedEmail } from '../mail/alias-mail.ts'
import { readMail } from '../mail/read-mail.ts'
import { matchPattern } from '../patterns/match-pattern.ts'
import type { ActionOf, Step } from '../step.ts'

// An account may ask the alias service a hundred times a minute.
const pollMs = 2000

/** Waits for a mail to an alias of the owner, and keeps what the pattern finds in it. */
export async function waitForEmail(action: ActionOf<'waitForEmail'>, step: Step): Promise<ExtractedData> {
  const { aliasUrl, since = new Date(), signal, remainingMs, timeoutMs } = step
  if (aliasUrl === undefined) throw new Error('this service is not connected to an alias service')
  const mail = createAliasMail(aliasUrl, action.apiKey!)
  const aliasId = await mail.findAlias(action.address, signal)
  if (aliasId === undefined) throw new Error(`the account of the key has no alias "${action.address}"`)
  let last: unknown
  for (;;) {
    const listed = await mail.listReceived(aliasId, signal).catch((error: unknown) => {
      // A service that is busy or restarts is asked again.
      if (signal.aborted || (error instanceof AliasRefusal && !error.isPassing)) throw error
      last = error
      return []
    })
    const wanted = listed.filter((email) => new Date(email.receivedAt) >= since && fits(email, action))
    const [found] = await matchPattern(action.pattern, wanted.map(readMail))
    if (found !== undefined) return { [action.output]: storableText(found) }
    if (remainingMs() <= pollMs) throw new Error(describe(wanted.length, timeoutMs, last))
    await setTimeout(pollMs, undefined, { signal })
  }
}

function fits(
  { from: sender, fromName, subject: about }: ReceivedEmail,
  { from = '', subject = '' }: ActionOf<'waitForEmail'>,
): boolean {
  return (has(sender, from) || has(fromName, from)) && has(about, subject)
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

function describe(arrived: number, timeoutMs: number, failure: unknown): string {
  if (failure instanceof Error) return `${failure.message}, within ${timeoutMs} ms`
  return arrived === 0
    ? `no such email arrived within ${timeoutMs} ms`
    : `no email that arrived within ${timeoutMs} ms matches the pattern`
}
