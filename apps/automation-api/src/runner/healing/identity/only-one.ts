import type { Fingerprint } from '../fingerprint.ts'
import { isSameOrNested } from '../ranking/combine-rankings.ts'

/** The first of these elements, where all others are parts of it or around it. */
export function onlyOne<Of extends { fingerprint: Fingerprint }>(found: Of[]): Of | undefined {
  const [first, ...others] = found
  return first && others.every((each) => isNested(each, first)) ? first : undefined
}

export const isNested = (one: { fingerprint: Fingerprint }, other: { fingerprint: Fingerprint }) =>
  isSameOrNested(one.fingerprint, other.fingerprint)
