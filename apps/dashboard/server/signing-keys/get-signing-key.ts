import { and, desc, isNull, lte, or, sql } from 'drizzle-orm'
import { importPKCS8 } from 'jose'
import type { Db } from '@waypost/postgres'
import { signingKeys } from '../db/tables.ts'
import {
  createSigningKey,
  signingKeyContext,
  type KeyServices,
  type SigningKey,
} from './create-signing-key.ts'
import { isPublished } from './is-published.ts'

/**
 * Returns the key that signs now, and creates one if there is none. It is looked up every time, so that retiring a key,
 * or creating one in another process, takes effect everywhere at once.
 */
export async function getSigningKey(services: KeyServices): Promise<SigningKey> {
  const key = await findSigningKey(services)
  return key ?? services.db.transaction((tx) => makeTheOnlyKey({ ...services, db: tx }))
}

async function findSigningKey({ db, clock, keyring }: KeyServices): Promise<SigningKey | undefined> {
  const now = new Date(clock.now())
  const [row] = await db
    .select({ kid: signingKeys.kid, sealedPrivateKey: signingKeys.sealedPrivateKey })
    .from(signingKeys)
    .where(and(isPublished(now), or(isNull(signingKeys.signsFrom), lte(signingKeys.signsFrom, now))))
    .orderBy(desc(signingKeys.createdAt))
    .limit(1)
  if (!row) return undefined
  return {
    kid: row.kid,
    privateKey: await importPKCS8(keyring.open(row.sealedPrivateKey, signingKeyContext(row.kid)), 'RS256'),
  }
}

/** Of processes that start together, the first one creates the key; the others wait and use it. */
async function makeTheOnlyKey(services: KeyServices & { db: Db }): Promise<SigningKey> {
  await lockSigningKeys(services)
  return (await findSigningKey(services)) ?? createSigningKey(services)
}

/** Locks the creation and retirement of keys until the transaction ends. */
export async function lockSigningKeys({ db }: Pick<KeyServices, 'db'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts.signing_keys', 0))`)
}
