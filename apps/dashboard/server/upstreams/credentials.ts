import { createKeyCache, type KeyCache } from '../automation-keys/create-key-cache.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { createTokenCache, type TokenCache } from './create-token-cache.ts'
import type { CredentialKind } from './upstream.ts'

/** The credentials with which the services authenticate the signed-in account. */
export interface Credentials {
  of(session: Session, kind: CredentialKind): Promise<Credential>
}

interface Credential {
  header: [name: string, value: string]
  /** Called when the service refused the credential. */
  invalidate(): Promise<void> | void
}

export function createCredentials(services: Services): Credentials {
  const tokens: TokenCache = createTokenCache(services)
  const keys: KeyCache = createKeyCache(services)

  return {
    async of(session, kind) {
      if (kind === 'token') {
        const token = await tokens.get(session.account)
        return {
          header: ['authorization', `Bearer ${token}`],
          invalidate: () => tokens.invalidate(session.account.id),
        }
      }
      const { rawKey, keyId } = await keys.get(session)
      return { header: ['x-api-key', rawKey], invalidate: () => keys.invalidate(session.id, keyId) }
    },
  }
}
