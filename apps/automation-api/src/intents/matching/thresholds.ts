/**
 * What counts how much, and from where on it is a match. Chosen on the tuning half of the requests of `bench intents`;
 * the answers of the held-out half were never looked at.
 */
export const WEIGHTS = {
  meaning: 0.3,
  /** How much of the request the automation has words for. */
  request: 0.26,
  /** How much of the automation's name the request has words for. */
  name: 0.17,
  host: 0.07,
  /** For a value that a variable is there for. */
  values: 0.1,
  /** For a name that the automation does not know. */
  strangeName: -0.2,
  /** For a value that the automation has no use for. */
  strangeValue: -0.08,
  /** For doing something where the request asks to be told something. */
  unaskedChange: -0.03,
}

export const LEAST_SCORE = 0.3
export const LEAST_MARGIN = 0.115
/** With a lead as clear as this, a lower score is enough. */
export const CLEAR_LEAD = 0.2
export const LEAST_SCORE_WITH_CLEAR_LEAD = 0.25

/** How much a word counts that no automation has, as against the rarest that one has. */
export const UNKNOWN_WORD = 0.8
/** How much a word counts that was misspelt. */
export const CORRECTED_WORD = 0.85
/** How much a word counts by where the automation has it: in its name, in what it says of itself, in its steps. */
export const PLACES = { A: 1, B: 0.9, C: 0.65 }
/** How much a word counts that can only be guessed to be a value. */
export const GUESSED_WORD = 0.9
