import { STATUS_CODES } from 'node:http'
import type { ErrorForm } from './create-app.ts'
import type { InputIssue } from './validation-error.ts'

/** One property that is wrong, and every rule that it breaks. */
interface PropertyIssue {
  property: string
  /** Rule name → message. */
  constraints: Record<string, string>
  receivedValue: unknown
}

/**
 * `{ statusCode, message, error }`, `error` being the status's reason phrase; for input that does not fit its schema,
 * a plain array of `{ property, constraints, receivedValue }`.
 */
export const standardErrorForm: ErrorForm = {
  error: (statusCode, message) => ({ statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' }),
  validation: (issues) => [...Map.groupBy(issues, (issue) => issue.property).values()].map(describeProperty),
}

function describeProperty(issues: InputIssue[]): PropertyIssue {
  const { property, receivedValue } = issues[0]!
  return {
    property,
    constraints: Object.fromEntries(issues.map((issue) => [issue.rule, issue.message])),
    receivedValue,
  }
}
