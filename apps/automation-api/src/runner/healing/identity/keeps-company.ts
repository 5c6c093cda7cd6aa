import type { Fingerprint } from '../fingerprint.ts'
import { readLookalike } from '../lookalikes.ts'
import { comparable, type Learned, nameOf } from './names.ts'

/** How far from the target its company was, and how far from the candidate it may be now, in the order of the page. */
const BESIDE = 4
const NEAR = 8
/** One may be elsewhere under the same name. */
const ENOUGH = 2

/**
 * Whether elements that were beside the target are beside the candidate now: the other entries of its menu, which a redesign has
 * put into another order.
 *
 * @param page the candidates in its order
 */
export function keepsCompany<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  candidate: Of,
  page: Of[],
): boolean {
  const at = page.indexOf(candidate)
  if (at === -1) return false
  const beside = lookalikes.filter((each) => Math.abs(each.at) <= BESIDE).map(readLookalike)
  const then = new Set(beside.map(toName).filter((name) => name !== '' && name !== toName(wanted)))
  const near = page.slice(Math.max(0, at - NEAR), at + NEAR + 1)
  const now = new Set(near.map(({ fingerprint }) => toName(fingerprint)))
  return [...then].filter((name) => now.has(name)).length >= ENOUGH
}

const toName = (of: Fingerprint) => comparable(nameOf(of)).exact
