import { readKeys, type Key } from 'openpgp'

/** A public key to which mail can be encrypted. */
export interface PgpKey {
  /** In ASCII armor, without what others have certified and without pictures. */
  armored: string
  /** In hex, in lower case. */
  fingerprint: string
  /** In milliseconds; null where it does not expire. */
  expiresAt: number | null
}

/** Completes a sentence that begins with the name of the key. */
export class PgpKeyError extends Error {}

const longestKey = 16_384

/**
 * Reads a public key in ASCII armor.
 *
 * @param at when it is to be used
 * @returns rejects with a PgpKeyError where it cannot be used for encryption
 */
export async function readPgpKey(armored: string, at: Date): Promise<PgpKey> {
  const keys = await readKeys({ armoredKeys: armored }).catch((): Key[] => [])
  const [key] = keys
  // Of several blocks the library reads the first one alone.
  if (!key || keys.length > 1 || armored.split('-----BEGIN PGP ').length > 2)
    throw new PgpKeyError('must be one OpenPGP public key in ASCII armor')
  if (key.isPrivate())
    throw new PgpKeyError('must be a public key: this one is private, so do not use it any more')
  if (await key.isRevoked(undefined, undefined, at)) throw new PgpKeyError('is revoked')
  const keyExpiry = await key.getExpirationTime()
  if (toTime(keyExpiry) <= at.getTime()) throw new PgpKeyError('has expired')
  const used = await key.getEncryptionKey(undefined, at).catch(() => undefined)
  if (!used) throw new PgpKeyError('has no part that can be used for encryption now')
  const partExpiry = 'getExpirationTime' in used ? await used.getExpirationTime() : keyExpiry
  const expiry = Math.min(toTime(keyExpiry), toTime(partExpiry))
  key.users = key.users.filter((user) => user.userID)
  for (const user of key.users) user.otherCertifications = []
  const stripped = key.armor()
  if (stripped.length > longestKey)
    throw new PgpKeyError(`has more than ${longestKey} characters without what others have certified`)
  return {
    armored: stripped,
    fingerprint: key.getFingerprint(),
    expiresAt: Number.isFinite(expiry) ? expiry : null,
  }
}

/** In milliseconds. A key of which nothing says when it expires does not. */
const toTime = (expiry: Date | typeof Infinity | null): number => (expiry === null ? 0 : expiry.valueOf())
