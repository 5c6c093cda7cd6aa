import { createHash, randomBytes } from 'node:crypto'

/** What a cookie holds, and what of it is kept. 256 random bits: a slow hash would protect nothing. */
export function makeSessionToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashSessionToken(token) }
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
