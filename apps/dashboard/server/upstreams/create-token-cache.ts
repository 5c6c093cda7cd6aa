import type { Services } from '../services.ts'
import { signToken, type TokenSubject } from '../tokens/sign-token.ts'

/** Short, since it is sent for who is signed in now; it never leaves for a browser. */
const ttlSeconds = 5 * 60
const usedForMs = 4 * 60_000
const kept = 10_000

/** The JWTs that requests to the services carry: signing one for each would be most of the work of passing it on. */
export interface TokenCache {
  get(account: TokenSubject): Promise<string>
  /** One that a service did not take. */
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
      // The oldest comes first.
      if (cached.size > kept) cached.delete(cached.keys().next().value!)
      return token
    },
    invalidate: (accountId) => void cached.delete(accountId),
  }
}
