import { randomBytes } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const tokenLength = 24
const localForm = /^reply-[a-z2-7]{24}$/

/** A new reverse address on a domain: 120 random bits, so that nobody can write to a contact by guessing. */
export function newReverseAddress(domain: string): string {
  const token = Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]!).join('')
  return `reply-${token}@${domain}`
}

/** Whether a local part, in lower case, is that of a reverse address; no alias has one of this form. */
export const isReverseName = (localPart: string): boolean => localForm.test(localPart)

/** Whether an address, in lower case, has the form of a reverse address. */
export const isReverseAddress = (address: string): boolean =>
  isReverseName(address.slice(0, Math.max(address.lastIndexOf('@'), 0)))
