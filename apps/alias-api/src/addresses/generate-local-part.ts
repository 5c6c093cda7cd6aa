import { randomBytes } from 'node:crypto'

// Without what is read for something else; 32 of them, so that a byte's low bits choose evenly.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const randomLength = 12
const longestSlug = 40

/**
 * The part of a new address before its `@`: what the label says, as far as it can be written there, and 60 random
 * bits, so that nobody guesses an address from a label or from another address.
 */
export function generateLocalPart(label: string | null): string {
  const random = Array.from(randomBytes(randomLength), (byte) => alphabet[byte % alphabet.length]!).join('')
  const slug = slugOf(label ?? '')
  return slug === '' ? random : `${slug}-${random}`
}

function slugOf(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-|-$/g, '')
}
