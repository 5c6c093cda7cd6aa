/** One error of the input. */
export interface InputIssue {
  /** Path of the property, such as `actions.0.url`; empty for the body itself. */
  property: string
  /** Name of the broken rule, in class-validator's vocabulary. */
  rule: string
  message: string
  /** The received value: `null` when missing, `"[redacted]"` when secret. */
  receivedValue: unknown
}

/** Input that does not match its schema. */
export class ValidationError extends Error {
  override name = 'ValidationError'
  readonly issues: InputIssue[]

  constructor(issues: InputIssue[]) {
    super(issues.map((issue) => issue.message).join('; '))
    this.issues = issues
  }
}
