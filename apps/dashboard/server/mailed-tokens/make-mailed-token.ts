import { createHash, randomBytes } from 'node:crypto'
import { mailedTokens } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { ttlMsOf, type Purpose } from './purposes.ts'

/** Creates the single-use token of an e-mailed link. */
export async function makeMailedToken(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
  purpose: Purpose,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.now() + ttlMsOf[purpose])
  await db.insert(mailedTokens).values({ tokenHash: hashMailedToken(token), accountId, purpose, expiresAt })
  return token
}

export function hashMailedToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
