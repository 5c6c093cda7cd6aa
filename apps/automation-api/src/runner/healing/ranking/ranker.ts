import type { Fingerprint } from '../fingerprint.ts'

export interface Ranked<Of> {
  candidate: Of
  /** 0 to 1, where 1 is as similar to the target as the target itself. */
  score: number
}

/**
 * Orders candidates by how likely each is the target, best first. A ranker gets only fingerprints: those of the target
 * and of the visible candidates that the action could mean. It has no page, no selectors, and nothing that the user
 * types. It never decides: the guards, the thresholds and the agreement with the other rankers apply to its result,
 * also when it asks a language model (hence the promise).
 */
export interface Ranker {
  name: string
  rank: <Of extends { fingerprint: Fingerprint }>(
    target: Fingerprint,
    candidates: Of[],
  ) => Ranked<Of>[] | Promise<Ranked<Of>[]>
}
