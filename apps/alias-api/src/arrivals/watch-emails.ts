import type { Changes } from '@waypost/concurrency'
import { limitAtATime } from '@waypost/http'
import type { FeedPosition } from '@waypost/webhooks'
import type { Actor, ApiServices } from '../services.ts'
import type { ListedEmail } from '../emails/email.ts'
import { findStart, readListed, type StreamFilter } from './read-listed.ts'

interface WatchOptions {
  /** Where an earlier stream ended; undefined: with what is listed from now on. */
  after: FeedPosition | undefined
  /** Ends the stream early. */
  signal: AbortSignal
  /** The longest silence. */
  quietMs: number
  /** After this time the stream ends, so that whoever goes on has to show that they still may. */
  lifeMs: number
}

/** An email and its position; without an email, the position up to which there is nothing else. */
export interface Listing {
  position: FeedPosition
  email?: ListedEmail
}

export const tooManyStreams = 'Too many event streams are open: 10 of 10. Each ends with its connection.'

// The net under notifications, which may be lost, and are not sent for sent emails.
const checkMs = 5000
const behindMs = 100
const takePlace = limitAtATime(10, tooManyStreams)

/** An owner's emails as they are listed. An account may have ten such streams in a process; the place is taken at the call and given back at the end or the abort. */
export async function watchEmails(
  services: ApiServices,
  actor: Actor,
  filter: StreamFilter,
  options: WatchOptions,
): Promise<AsyncGenerator<Listing>> {
  const giveBack = takePlace(actor.accountId)
  const changes = services.arrivals.subscribe(actor.ownerId)
  const release = () => {
    changes.close()
    giveBack()
  }
  try {
    const { start, known } = options.after
      ? { start: options.after, known: new Set<string>() }
      : await findStart(services, actor)
    // The client may have gone in the meantime; then nobody begins with what is generated.
    if (options.signal.aborted) release()
    else options.signal.addEventListener('abort', release, { once: true })
    return generate(services, actor, filter, { start, known, changes }, options, release)
  } catch (error) {
    release()
    throw error
  }
}

async function* generate(
  services: ApiServices,
  actor: Actor,
  filter: StreamFilter,
  { start, known, changes }: { start: FeedPosition; known: Set<string>; changes: Changes },
  { signal, quietMs, lifeMs }: WatchOptions,
  release: () => void,
): AsyncGenerator<Listing> {
  const end = performance.now() + lifeMs
  let position = start
  try {
    // A client that loses the connection before the first email can go on from here as well.
    yield { position }
    let heardAt = performance.now()
    while (!signal.aborted && performance.now() < end) {
      const { emails, next, isFull, isBehind } = await readListed(services, actor, filter, position)
      yield* emails.filter(({ email }) => !known.has(email.id))
      position = next
      if (isFull) continue
      if (emails.length > 0) heardAt = performance.now()
      await changes.next(isBehind ? behindMs : Math.min(checkMs, quietMs), signal)
      if (signal.aborted || performance.now() - heardAt < quietMs) continue
      yield { position }
      heardAt = performance.now()
    }
  } finally {
    release()
  }
}
