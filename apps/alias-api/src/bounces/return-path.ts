import { randomBytes } from 'node:crypto'
import type { Db } from '@waypost/postgres'
import { returnPaths } from '../db/mail-tables.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const tokenLength = 20
// A plus sign is in no alias.
const form = /^bounces\+([a-z2-7]{20})@/i

/**
 * Makes an address to which one mail is returned when it cannot be delivered (VERP). It is on the alias's own domain,
 * with which SPF then aligns.
 *
 * @param returned `forwardingAddressId`: where it is forwarded to; null for a sent email
 */
export async function addReturnPath(
  tx: Db,
  alias: string,
  returned: { emailId: string; forwardingAddressId: string | null; createdAt: Date },
): Promise<string> {
  const token = Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]!).join('')
  await tx.insert(returnPaths).values({ ...returned, token })
  return `bounces+${token}@${alias.slice(alias.lastIndexOf('@') + 1)}`
}

/** The token in such an address; undefined where it is another. */
export function tokenOf(address: string): string | undefined {
  return form.exec(address)?.[1]?.toLowerCase()
}
