import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, type CryptoKey } from 'jose'
import { signingKeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { publicJwk } from './public-jwk.ts'

export interface SigningKey {
  kid: string
  privateKey: CryptoKey
}

export type KeyServices = Pick<Services, 'db' | 'clock' | 'keyring'>

/**
 * Creates a signing key, which is published at once.
 *
 * @param signsFrom absent: the key signs at once
 */
export async function createSigningKey(
  { db, clock, keyring }: KeyServices,
  signsFrom?: Date,
): Promise<SigningKey> {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  await db.insert(signingKeys).values({
    kid,
    sealedPrivateKey: keyring.seal(await exportPKCS8(pair.privateKey), signingKeyContext(kid)),
    publicJwk: publicJwk.parse({ ...jwk, kid, alg: 'RS256', use: 'sig' }),
    createdAt: new Date(clock.now()),
    ...(signsFrom && { signsFrom }),
  })
  return { kid, privateKey: pair.privateKey }
}

/** The sealing context of a private key. */
export const signingKeyContext = (kid: string) => `signing-key:${kid}`
