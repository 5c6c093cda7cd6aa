import type { core } from 'zod'
import type { InputIssue } from './validation-error.ts'

const secretProperties = new Set(['secret', 'password', 'token', 'refreshToken'])

/**
 * Says what zod found in the words of class-validator.
 *
 * A schema may name its own rule: `z.string().refine(check, { params: { rule: 'isUrl' }, message: 'must be …' })`.
 *
 * @param input the value that was parsed
 */
export function inputIssues(issues: core.$ZodIssue[], input: unknown): InputIssue[] {
  return issues.flatMap((issue) => {
    // One entry for each field that should not be there: each is a property of its own.
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        describe([...issue.path, key], 'whitelistValidation', 'should not exist', input),
      )
    }
    const { rule, says } = ruleOf(issue, valueAt(input, issue.path))
    return [describe(issue.path, rule, says, input)]
  })
}

function describe(path: PropertyKey[], rule: string, says: string, input: unknown): InputIssue {
  const property = path.map(String).join('.')
  const received = valueAt(input, path)
  const isSecret = path.some((part) => secretProperties.has(String(part)))
  return {
    property,
    rule,
    message: `${property || 'body'} ${says}`,
    receivedValue: received === undefined ? null : isSecret ? '[redacted]' : bounded(received),
  }
}

function ruleOf(issue: core.$ZodIssue, received: unknown): { rule: string; says: string } {
  if (received === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) {
    return { rule: 'isDefined', says: 'should not be null or undefined' }
  }
  switch (issue.code) {
    case 'invalid_type':
      return typeRules[issue.expected] ?? { rule: 'isValid', says: `must be of type ${issue.expected}` }
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1)
        return { rule: 'isNotEmpty', says: 'should not be empty' }
      if (issue.origin === 'string')
        return { rule: 'minLength', says: `must be longer than or equal to ${issue.minimum} characters` }
      if (issue.origin === 'array')
        return { rule: 'arrayMinSize', says: `must contain at least ${issue.minimum} elements` }
      return { rule: 'min', says: `must not be less than ${issue.minimum}` }
    case 'too_big':
      if (issue.origin === 'string')
        return { rule: 'maxLength', says: `must be shorter than or equal to ${issue.maximum} characters` }
      if (issue.origin === 'array')
        return { rule: 'arrayMaxSize', says: `must contain no more than ${issue.maximum} elements` }
      return { rule: 'max', says: `must not be greater than ${issue.maximum}` }
    case 'invalid_format':
      return formatRules[issue.format] ?? { rule: 'matches', says: 'has a form that is not accepted' }
    case 'invalid_value':
      return {
        rule: 'isIn',
        says: `must be one of the following values: ${issue.values.map(String).join(', ')}`,
      }
    case 'custom':
      return { rule: String(issue.params?.['rule'] ?? 'isValid'), says: issue.message }
    default:
      return { rule: 'isValid', says: issue.message }
  }
}

const typeRules: Record<string, { rule: string; says: string }> = {
  string: { rule: 'isString', says: 'must be a string' },
  number: { rule: 'isNumber', says: 'must be a number' },
  int: { rule: 'isInt', says: 'must be an integer number' },
  boolean: { rule: 'isBoolean', says: 'must be a boolean value' },
  array: { rule: 'isArray', says: 'must be an array' },
  object: { rule: 'isObject', says: 'must be an object' },
  record: { rule: 'isObject', says: 'must be an object' },
}

const formatRules: Record<string, { rule: string; says: string }> = {
  url: { rule: 'isUrl', says: 'must be a URL address' },
  uuid: { rule: 'isUuid', says: 'must be a UUID' },
  email: { rule: 'isEmail', says: 'must be an email' },
  datetime: { rule: 'isISO8601', says: 'must be a valid ISO 8601 date string' },
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, key)
        ? (value as never)[key]
        : undefined,
    input,
  )
}

// An answer must not be as large as the largest request; and a secret may hide below a wrong property.
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value
  if (Array.isArray(value)) return '[array]'
  if (value !== null && typeof value === 'object') return '[object]'
  return value
}
