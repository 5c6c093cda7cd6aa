import { and, eq, sql } from 'drizzle-orm'
import { createSingleFlight } from '@waypost/concurrency'
import { emails } from '../db/mail-tables.ts'
import { emailNotFound } from '../emails/get-email.ts'
import type { Actor, Services } from '../services.ts'
import { findRemoteImages } from './find-remote-images.ts'

// Several times what the longest newsletters have.
const readCharacters = 500_000
const freshMs = 60_000
const mostCached = 100

/** Finds the remote images of emails. */
export interface RemoteImageFinder {
  /** @throws DomainError if the owner has no such email */
  find(owner: Pick<Actor, 'ownerId'>, emailId: string): Promise<ReadonlySet<string>>
}

/** @returns a finder that caches what it found, because a reader loads each of a hundred images by a request of its own */
export function createRemoteImageFinder({ db, clock }: Pick<Services, 'db' | 'clock'>): RemoteImageFinder {
  const cached = new Map<string, { found: ReadonlySet<string>; readAt: number }>()
  const share = createSingleFlight<ReadonlySet<string>>()
  const read = async (ownerId: string, emailId: string): Promise<ReadonlySet<string>> => {
    const [email] = await db
      .select({ html: sql<string>`left(${emails.bodyHtml}, ${readCharacters}::int)` })
      .from(emails)
      .where(and(eq(emails.id, emailId), eq(emails.ownerId, ownerId)))
    if (!email) throw emailNotFound()
    return findRemoteImages(email.html)
  }
  const refresh = async (key: string, ownerId: string, emailId: string): Promise<ReadonlySet<string>> => {
    const found = await read(ownerId, emailId)
    // The newest is the last.
    cached.delete(key)
    if (cached.size >= mostCached) cached.delete(cached.keys().next().value!)
    cached.set(key, { found, readAt: clock.now() })
    return found
  }
  return {
    async find({ ownerId }, emailId) {
      const key = `${ownerId} ${emailId}`
      const known = cached.get(key)
      if (known && clock.now() - known.readAt < freshMs) return known.found
      return share(key, () => refresh(key, ownerId, emailId))
    },
  }
}
