import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ErrorForm } from './error-form.ts'
import type { InputIssue } from './validation-error.ts'

const error = z.object({ statusCode: z.int(), message: z.string(), error: z.string() })

/** One invalid property, and every rule that it breaks. */
const propertyIssue = z.object({
  property: z.string(),
  constraints: z.record(z.string(), z.string()).describe('Rule name → message'),
  receivedValue: z.unknown().describe('null where it is missing, "[redacted]" where it is secret'),
})

/**
 * `{ statusCode, message, error }`, where `error` is the status's reason phrase. For invalid input, a plain array of
 * `{ property, constraints, receivedValue }`.
 */
export const standardErrorForm: ErrorForm = {
  error: (statusCode, message) => ({ statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' }),
  validation: (issues) => [...Map.groupBy(issues, (issue) => issue.property).values()].map(describeProperty),
  schemas: { error, validation: z.array(propertyIssue) },
}

function describeProperty(issues: InputIssue[]): z.infer<typeof propertyIssue> {
  const { property, receivedValue } = issues[0]!
  return {
    property,
    constraints: Object.fromEntries(issues.map((issue) => [issue.rule, issue.message])),
    receivedValue,
  }
}
