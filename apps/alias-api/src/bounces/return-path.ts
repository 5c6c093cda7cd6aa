import { randomBytes } from 'node:crypto'
import { newRows, type NewRows } from '@waypost/postgres'
import { returnPaths } from '../db/mail-tables.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const tokenLength = 20
/** No alias contains a plus sign, and none has this name. */
export const returnPathName = 'bounces'
const form = /^bounces\+([a-z2-7]{20})@/i

/** A message that may bounce. */
export interface Returnable {
  /** The domain that it is sent from. */
  domain: string
  emailId: string
  /** The destination of a forward; null for a sent email. */
  forwardingAddressId: string | null
  /** The account that sends the email; null for a forward, which does not count against its sender. */
  accountId: string | null
  /** Which of several recipients or forwards it goes to. */
  recipient?: number | null
  createdAt: Date
}

/**
 * Makes a return path for each message, so that a bounce names the message that bounced (VERP). It is on the
 * domain that the message is sent from, so that SPF aligns.
 *
 * @returns the rows to insert with the messages
 */
export function createReturnPaths(mails: Returnable[]): { paths: string[]; rows: NewRows } {
  const rows = mails.map(({ emailId, forwardingAddressId, accountId, recipient = null, createdAt }) => ({
    token: newToken(),
    emailId,
    forwardingAddressId,
    accountId,
    recipient,
    createdAt,
  }))
  const paths = rows.map(({ token }, index) => `${returnPathName}+${token}@${mails[index]!.domain}`)
  return { paths, rows: newRows(returnPaths, rows) }
}

const newToken = () =>
  Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]!).join('')

/** The token in a return path; undefined for any other address. */
export function tokenOf(address: string): string | undefined {
  return form.exec(address)?.[1]?.toLowerCase()
}
