import { eq } from 'drizzle-orm'
import { DomainError, hashApiKey, sameKeyHash } from '@waypost/http'
import { apiKeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Scope } from './scopes.ts'

export interface KeyActor {
  ownerId: string
  keyId: string
  scopes: Scope[]
}

const keyForm = /^gfac_[0-9a-f]{48}$/

/** Whom a raw key speaks for. Unknown, deactivated and expired keys are told apart by nobody. */
export async function authenticateApiKey(
  { db, clock }: Services,
  rawKey: string | undefined,
): Promise<KeyActor> {
  if (!rawKey) throw new DomainError('unauthenticated', 'API Key is missing')
  const invalid = new DomainError('unauthenticated', 'Invalid API Key')
  if (!keyForm.test(rawKey)) throw invalid

  const keyHash = hashApiKey(rawKey)
  const [key] = await db.select().from(apiKeys).where(eq(apiKeys.keyHash, keyHash))
  if (!key || !sameKeyHash(key.keyHash, keyHash)) throw invalid
  if (!key.isActive || (key.expiresAt && key.expiresAt.getTime() <= clock.now())) throw invalid
  return { ownerId: key.ownerId, keyId: key.id, scopes: key.scopes as Scope[] }
}
