import { desc, isNull, sql } from 'drizzle-orm'
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type CryptoKey,
} from 'jose'
import type { Db } from '@waypost/postgres'
import { signingKeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { publicJwk } from './public-jwk.ts'

export interface SigningKey {
  kid: string
  privateKey: CryptoKey
}

type KeyServices = Pick<Services, 'db' | 'clock' | 'keyring'>

/**
 * The key that signs now, made if there is none. It is looked up every time, so that retiring a key, or another
 * process's making one, takes effect everywhere at once.
 */
export async function getSigningKey(services: KeyServices): Promise<SigningKey> {
  const key = await findSigningKey(services)
  return key ?? services.db.transaction((tx) => makeTheOnlyKey({ ...services, db: tx }))
}

async function findSigningKey({ db, keyring }: KeyServices): Promise<SigningKey | undefined> {
  const [row] = await db
    .select({ kid: signingKeys.kid, sealedPrivateKey: signingKeys.sealedPrivateKey })
    .from(signingKeys)
    .where(isNull(signingKeys.retiredAt))
    .orderBy(desc(signingKeys.createdAt))
    .limit(1)
  if (!row) return undefined
  return {
    kid: row.kid,
    privateKey: await importPKCS8(keyring.open(row.sealedPrivateKey, contextOf(row.kid)), 'RS256'),
  }
}

/** Of processes that start together, the first one makes the key; the others wait for it and take it. */
async function makeTheOnlyKey(services: KeyServices & { db: Db }): Promise<SigningKey> {
  const { db, clock, keyring } = services
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts.signing_keys', 0))`)
  const known = await findSigningKey(services)
  if (known) return known

  const pair = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  await db.insert(signingKeys).values({
    kid,
    sealedPrivateKey: keyring.seal(await exportPKCS8(pair.privateKey), contextOf(kid)),
    publicJwk: publicJwk.parse({ ...jwk, kid, alg: 'RS256', use: 'sig' }),
    createdAt: new Date(clock.now()),
  })
  return { kid, privateKey: pair.privateKey }
}

function contextOf(kid: string): string {
  return `signing-key:${kid}`
}
