import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { recoveryCodes } from '../db/tables.ts'

const count = 10
const codeLength = 16

/** 32 characters, without those that look alike: a byte chooses each without a bias. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'

/**
 * Replaces the recovery codes of an account.
 *
 * @returns the codes, which are stored nowhere
 */
export async function replaceRecoveryCodes(tx: Db, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, makeRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, codeHash: hashRecoveryCode(code) })))
  return codes
}

/** The same hash however a code is typed. A code has 80 random bits, so a slow hash would add no protection. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toLowerCase()).digest()
}

function makeRecoveryCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
  return characters.match(/.{4}/g)!.join('-')
}
