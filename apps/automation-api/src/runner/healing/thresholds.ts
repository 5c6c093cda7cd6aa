/**
 * Scores are the first ranker's, margins those of all rankers' mean; these were chosen in advance and confirmed on our
 * own data. The others were tuned on that data (`bench/healing` describes it), because the publications do not measure
 * surroundings.
 */
export const THRESHOLDS = {
  persist: { score: 0.6, margin: 0.1 },
  tentative: { score: 0.5, margin: 0.05 },
  /** The only element of the learned role and name needs little else: a redesign leaves little else. */
  namesake: 0.3,
  /** Below it nothing is taken, whatever else it has kept: a model that objects puts all scores there. */
  least: 0.02,
  /** Of the most similar element that is like nothing else that was there. */
  mutual: { score: 0.25, lead: 0.03, margin: 0.03 },
  /** How much of the surrounding text must be the same where the name alone is not enough. */
  surroundings: 0.62,
  /** How much more of its surroundings one of several namesakes must have kept than the next one. */
  place: 0.2,
}
