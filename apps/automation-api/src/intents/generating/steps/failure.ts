/** Why there is no automation. */
export type FailureReason =
  // What the text says.
  | 'not_understood'
  | 'missing_variable'
  | 'address_refused'
  | 'invalid_automation'
  // What the page has.
  | 'page_unreachable'
  | 'element_not_found'
  | 'element_ambiguous'
  | 'option_not_found'
  | 'nothing_to_read'
  | 'step_failed'
  | 'irreversible_step'
  // What the model says.
  | 'model_unavailable'
  | 'model_rate_limited'
  | 'model_timeout'
  | 'model_malformed'
  | 'model_gave_up'
  | 'action_refused'
  | 'left_site'
  // What it takes.
  | 'too_many_steps'
  | 'too_many_tokens'
  | 'timeout'
  | 'aborted'
  // A caller may have reasons of its own.
  | (string & {})

/** Ends the generation of an automation. The message is for whoever wrote the text. */
export class GenerationFailed extends Error {
  override name = 'GenerationFailed'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}
