import { limitAtATime } from '@waypost/http'
import type { Actor, ApiServices } from '../services.ts'
import { listEmails, type EmailQuery } from './list-emails.ts'

type EmailPage = Awaited<ReturnType<typeof listEmails>>

interface WaitOptions {
  waitMs: number
  /** Ends the wait early. */
  signal: AbortSignal
}

export const tooManyWaiting = 'Too many requests wait for emails: 10 of 10. Each ends with its wait.'

// The net under notifications, which may be lost.
const checkMs = 5000
const takePlace = limitAtATime(10, tooManyWaiting)

/** Lists the emails that match a query as soon as there are any, or none when the wait has ended. An account may wait ten times at once. */
export async function awaitEmails(
  services: ApiServices,
  actor: Actor,
  query: EmailQuery,
  { waitMs, signal }: WaitOptions,
): Promise<EmailPage> {
  const giveBack = takePlace(actor.accountId)
  // An email may arrive while they are listed for the first time.
  const changes = services.arrivals.subscribe(actor.ownerId)
  const end = performance.now() + waitMs
  try {
    for (;;) {
      const page = await listEmails(services, actor, query)
      const leftMs = Math.ceil(end - performance.now())
      if (page.items.length > 0 || leftMs <= 0 || signal.aborted) return page
      await changes.next(Math.min(leftMs, checkMs), signal)
    }
  } finally {
    changes.close()
    giveBack()
  }
}
