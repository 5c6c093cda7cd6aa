import { createHash } from 'node:crypto'

/** SHA-256: a token has 256 random bits, so that a slow hash would protect nothing. */
export function hashRefreshToken(refreshToken: string): Buffer {
  return createHash('sha256').update(refreshToken).digest()
}
