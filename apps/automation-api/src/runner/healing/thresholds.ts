/**
 * Scores are the first ranker's, margins those of all rankers' mean; these were set beforehand and held on our own data.
 * What follows was tuned on it (`bench/healing` says on what), as the publications do not measure surroundings.
 */
export const THRESHOLDS = {
  persist: { score: 0.6, margin: 0.1 },
  tentative: { score: 0.5, margin: 0.05 },
  /** How much of the text around it must be left where the name alone does not tell. */
  surroundings: 0.62,
  /** By how much more of its surroundings one of several namesakes must have kept than the next. */
  place: 0.2,
}
