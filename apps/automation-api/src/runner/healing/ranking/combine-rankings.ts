import type { Fingerprint } from '../fingerprint.ts'
import type { Ranked } from './ranker.ts'

/** By the mean of the rankers' scores. */
export function combineRankings<Of>(rankings: Ranked<Of>[][]): Ranked<Of>[] {
  const sums = new Map<Of, number>()
  for (const { candidate, score } of rankings.flat()) sums.set(candidate, (sums.get(candidate) ?? 0) + score)
  const means = [...sums].map(([candidate, sum]) => ({ candidate, score: sum / rankings.length }))
  return means.toSorted((one, other) => other.score - one.score)
}

/** The lead of the first over the next one that is not a part of it. */
export function marginOf<Of extends { fingerprint: Fingerprint }>([first, ...rest]: Ranked<Of>[]): number {
  if (!first) return 0
  const { fingerprint } = first.candidate
  const second = rest.find(({ candidate }) => !isSameOrNested(candidate.fingerprint, fingerprint))
  return first.score - (second?.score ?? 0)
}

/** A button and the text in it are one thing to a user. */
export function isSameOrNested(one: Fingerprint, other: Fingerprint): boolean {
  if (one === other) return true
  if (one.framePath.join('\n') !== other.framePath.join('\n')) return false
  const [left, right] = [`${one.indexedXpath}/`, `${other.indexedXpath}/`]
  return left.startsWith(right) || right.startsWith(left)
}
