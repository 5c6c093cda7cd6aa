import type { Fingerprint } from '../fingerprint.ts'

export interface Ranked<Of> {
  candidate: Of
  /** 0 to 1, where 1 is as like the target as the target itself. */
  score: number
}

/**
 * Orders candidates by how likely each is the target, the best first. A ranker is given fingerprints only: those of
 * the target and of the visible candidates that the action could be meant for. It has no page, no selectors, and
 * nothing of what the user types. It never decides: the guards, the thresholds and the agreement with the other
 * rankers are applied to what it gives, so one that asks a language model (hence the promise) is held to the same.
 */
export interface Ranker {
  name: string
  rank: <Of extends { fingerprint: Fingerprint }>(
    target: Fingerprint,
    candidates: Of[],
  ) => Ranked<Of>[] | Promise<Ranked<Of>[]>
}
