import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Generates an API key and its hash. The raw key is shown once and never stored. */
export function generateApiKey(prefix: string): { rawKey: string; keyHash: Buffer } {
  const rawKey = prefix + randomBytes(24).toString('hex')
  return { rawKey, keyHash: hashApiKey(rawKey) }
}

/** SHA-256: a key has 192 random bits, so a slow hash would protect nothing and cost every request. */
export function hashApiKey(rawKey: string): Buffer {
  return createHash('sha256').update(rawKey).digest()
}

/** Compares two key hashes in constant time. */
export function sameKeyHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
