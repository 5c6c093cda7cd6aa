import { DomainError, hashApiKey, sameKeyHash } from '@waypost/http'
import { requireHere } from '../cells/require-here.ts'
import type { ApiServices } from '../services.ts'
import { findApiKey } from './find-api-key.ts'
import type { Scope } from './scopes.ts'

export interface KeyActor {
  ownerId: string
  keyId: string
  scopes: Scope[]
}

const keyForm = /^gfac_[0-9a-f]{48}$/

/** The actor of a raw key. Unknown, deactivated and expired keys get the same error; those of accounts in another cell, `unavailable`. */
export async function authenticateApiKey(
  { db, clock, directory }: Pick<ApiServices, 'db' | 'clock' | 'directory'>,
  rawKey: string | undefined,
): Promise<KeyActor> {
  if (!rawKey) throw new DomainError('unauthenticated', 'API Key is missing')
  if (!keyForm.test(rawKey)) throw invalidKey()

  const keyHash = hashApiKey(rawKey)
  const key = await findApiKey(db)(keyHash)
  if (!key || !sameKeyHash(key.keyHash, keyHash)) throw invalidKey()
  requireHere(directory, key.account)
  if (!key.isActive || (key.expiresAt && key.expiresAt.getTime() <= clock.now())) throw invalidKey()
  return { ownerId: key.ownerId, keyId: key.id, scopes: key.scopes as Scope[] }
}

const invalidKey = () => new DomainError('unauthenticated', 'Invalid API Key')
