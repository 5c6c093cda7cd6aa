/**
 * The weights of features, and the scores from which on it is a match. Chosen on the tuning half of the requests of
 * `bench intents`; the results of the held-out half were never looked at.
 */
export const WEIGHTS = {
  /** The part of the request that the automation has words for. */
  request: 0.41,
  /** The part of the automation's name that the request has words for. */
  name: 0.32,
  host: 0.07,
  /** For a value that fits a variable. */
  values: 0.1,
  /** For a name that the automation does not have. */
  strangeName: -0.2,
  /** For a value that fits no variable. */
  strangeValue: -0.14,
  /** For an automation that changes something where the request asks for information. */
  unaskedChange: -0.03,
}

export const MIN_SCORE = 0.3
export const MIN_MARGIN = 0.115
/** The same for what only reads: nothing is lost where the other one was meant. */
export const MIN_MARGIN_TO_READ = 0.08
/** With this lead, a lower score is enough. */
export const CLEAR_LEAD = 0.2
export const MIN_SCORE_WITH_CLEAR_LEAD = 0.25
/** The same for what only reads. */
export const LEAD_TO_READ = 0.15
export const MIN_SCORE_TO_READ = 0.2

/** Of the words of the request, or of those of the name, so much is the same where fewer than two values fit. */
export const MIN_PART = 0.5

/** The weight of a word that no automation has, relative to the rarest known word. */
export const UNKNOWN_WORD = 0.8
/** The weight of another word for the same thing. */
export const SYNONYM = 0.85
/** The weight of a corrected word. */
export const CORRECTED_WORD = 0.85
/** The weight of a word by its place in the automation: its name, its description, its steps. */
export const PLACES = { A: 1, B: 0.9, C: 0.65 }
/** The weight of a word that can only be guessed to be a value. */
export const GUESSED_WORD = 0.9
/** The weight of the clauses of a long text that ask for something, relative to the whole of a short one. */
export const IN_CLAUSE = 0.9
