/** One thing that is wrong with the input. */
export interface InputIssue {
  /** Path of the property, as `actions.0.url`; empty for the body itself. */
  property: string
  /** Name of the rule that failed, in class-validator's vocabulary. */
  rule: string
  message: string
  /** What came in: `null` when missing, `"[redacted]"` when secret. */
  receivedValue: unknown
}

/** Input that does not fit its schema. */
export class ValidationError extends Error {
  override name = 'ValidationError'
  readonly issues: InputIssue[]

  constructor(issues: InputIssue[]) {
    super(issues.map((issue) => issue.message).join('; '))
    this.issues = issues
  }
}
