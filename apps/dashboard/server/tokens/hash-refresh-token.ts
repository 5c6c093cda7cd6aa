import { createHash } from 'node:crypto'

/** Hashes with SHA-256: a token has 256 random bits, so a slow hash would add no protection. */
export function hashRefreshToken(refreshToken: string): Buffer {
  return createHash('sha256').update(refreshToken).digest()
}
