import { randomBytes } from 'node:crypto'
import { insertRows, type Db } from '@waypost/postgres'
import { returnPaths } from '../db/mail-tables.ts'
import { domainOf } from '../outbound/mail-address.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const tokenLength = 20
// A plus sign is in no alias.
const form = /^bounces\+([a-z2-7]{20})@/i

/** A mail that may be returned. */
export interface Returnable {
  alias: string
  emailId: string
  /** Where it is forwarded to; null for a sent email. */
  forwardingAddressId: string | null
  createdAt: Date
}

/**
 * Makes an address for each of some mails, to which that one is returned when it cannot be delivered (VERP). It is on
 * the alias's own domain, with which SPF then aligns.
 */
export async function addReturnPaths(tx: Db, mails: Returnable[]): Promise<string[]> {
  const rows = mails.map(({ emailId, forwardingAddressId, createdAt }) => ({
    token: newToken(),
    emailId,
    forwardingAddressId,
    createdAt,
  }))
  await insertRows(tx, returnPaths, rows)
  return rows.map(({ token }, index) => `bounces+${token}@${domainOf(mails[index]!.alias)}`)
}

const newToken = () =>
  Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]!).join('')

/** The token in such an address; undefined where it is another. */
export function tokenOf(address: string): string | undefined {
  return form.exec(address)?.[1]?.toLowerCase()
}
