import type { Services } from '../services.ts'
import { signToken, type TokenSubject } from '../tokens/sign-token.ts'

/** Short-lived, because it is signed for the current session only. It is never sent to a browser. */
const ttlSeconds = 5 * 60
const usedForMs = 4 * 60_000
const kept = 10_000

/** Caches the JWTs of requests to the services. Signing one for each would be most of the work of forwarding a request. */
export interface TokenCache {
  get(account: TokenSubject): Promise<string>
  /** Drops a JWT that a service refused. */
  invalidate(accountId: string): void
}

export function createTokenCache(services: Pick<Services, 'db' | 'clock' | 'keyring' | 'jwt'>): TokenCache {
  const cached = new Map<string, { token: Promise<string>; epoch: number; until: number }>()

  return {
    get(account) {
      const now = services.clock.now()
      const known = cached.get(account.id)
      if (known && known.epoch === account.tokenEpoch && now < known.until) return known.token
      const token = signToken(services, account, ttlSeconds)
      token.catch(() => cached.delete(account.id))
      cached.delete(account.id)
      cached.set(account.id, { token, epoch: account.tokenEpoch, until: now + usedForMs })
      // A Map iterates in insertion order: the first entry is the oldest.
      if (cached.size > kept) cached.delete(cached.keys().next().value!)
      return token
    },
    invalidate: (accountId) => void cached.delete(accountId),
  }
}
