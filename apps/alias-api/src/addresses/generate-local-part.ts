import { randomBytes } from 'node:crypto'

// No characters that look alike. There are 32, so that five bits of a byte choose evenly.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const randomLength = 12
const longestSlug = 40

/**
 * The local part of a new address: a slug of the label and 60 random bits, so that nobody can guess an address from a
 * label or from another address.
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
