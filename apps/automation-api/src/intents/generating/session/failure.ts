/** Why there is no automation. */
export type FailureReason =
  // Reasons in the text.
  | 'not_understood'
  | 'missing_variable'
  | 'address_refused'
  | 'invalid_automation'
  // Reasons on the page.
  | 'page_unreachable'
  | 'element_not_found'
  | 'element_ambiguous'
  | 'option_not_found'
  | 'nothing_to_read'
  | 'step_failed'
  | 'irreversible_step'
  // Reasons of the model.
  | 'model_unavailable'
  | 'model_rate_limited'
  | 'model_timeout'
  | 'model_malformed'
  | 'model_gave_up'
  | 'action_refused'
  | 'left_site'
  // Limits.
  | 'too_many_steps'
  | 'too_many_tokens'
  | 'timeout'
  | 'aborted'
  // A caller may have reasons of its own.
  | (string & {})

/** What to write in place of a phrase of the text, so that it is understood. */
export interface Advice {
  phrase: string
  instead: string
}

/** Ends the generation of an automation. The message is for the author of the text. */
export class GenerationFailed extends Error {
  override name = 'GenerationFailed'
  readonly reason: FailureReason
  readonly advice: Advice | undefined

  constructor(reason: FailureReason, message: string, advice?: Advice) {
    super(message)
    this.reason = reason
    this.advice = advice
  }
}
