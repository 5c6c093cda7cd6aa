import { and, eq } from 'drizzle-orm'
import { automationKeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import type { AutomationKey } from './automation-key.ts'
import { getAutomationKey, isFresh } from './get-automation-key.ts'

const kept = 10_000

/** Caches the automation keys of sign-ins. Concurrent requests share the creation of one key. */
export interface KeyCache {
  get(session: Session): Promise<AutomationKey>
  /** Reports a key that the service refused: its owner deleted it, or the account differs there. */
  invalidate(sessionId: string, keyId: string): Promise<void>
}

export function createKeyCache(services: Services): KeyCache {
  const cached = new Map<string, Promise<AutomationKey>>()

  const ask = (session: Session): void => {
    const key = getAutomationKey(services, session)
    cached.delete(session.id)
    cached.set(session.id, key)
    key.catch(() => cached.delete(session.id))
    // A Map iterates in insertion order: the first entry is the oldest.
    if (cached.size > kept) cached.delete(cached.keys().next().value!)
  }
  return {
    async get(session) {
      const asked = cached.get(session.id)
      const known = await asked
      if (known && isFresh(services, known.expiresAt)) return known
      // Of all requests that find the key stale, only the first one requests the next key.
      if (cached.get(session.id) === asked) ask(session)
      return cached.get(session.id)!
    },
    async invalidate(sessionId, keyId) {
      cached.delete(sessionId)
      await services.db
        .delete(automationKeys)
        .where(and(eq(automationKeys.sessionId, sessionId), eq(automationKeys.keyId, keyId)))
    },
  }
}
