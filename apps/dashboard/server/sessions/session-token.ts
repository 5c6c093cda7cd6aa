import { createHash, randomBytes } from 'node:crypto'

/** Creates a session token and its stored hash. A token has 256 random bits, so a slow hash would add no protection. */
export function makeSessionToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashSessionToken(token) }
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
