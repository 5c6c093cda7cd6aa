import type { core } from 'zod'
import { receivedValue, shorten, valueAt } from './received-value.ts'
import type { InputIssue } from './validation-error.ts'

// A response must not be larger than the request that it answers.
const maxIssues = 100

/**
 * Converts zod's issues to class-validator's vocabulary; at most a hundred.
 *
 * A schema may name its own rule: `z.string().refine(check, { params: { rule: 'isUrl' }, message: 'must be …' })`. With
 * `isSecret` in its `params`, the issue does not repeat the value.
 *
 * @param input the value that was parsed
 */
export function inputIssues(issues: core.$ZodIssue[], input: unknown): InputIssue[] {
  const found = issues.flatMap(chooseAlternative)
  const mistyped = new Set(found.filter(isTypeIssue).map(({ path }) => path.join('.')))
  return (
    found
      // zod also measures a value of the wrong type, if it has a length; a list in place of a text is not "too
      // short".
      .filter((issue) => isTypeIssue(issue) || !mistyped.has(issue.path.join('.')))
      .slice(0, maxIssues)
      .flatMap((issue) => describe(issue, input))
      .slice(0, maxIssues)
  )
}

function isTypeIssue({ code }: core.$ZodIssue): boolean {
  return code === 'invalid_type'
}

/**
 * For a value that fits no alternative of a union: the issues of the alternative that has its type, or the type
 * issues of all alternatives where none has it.
 */
function chooseAlternative(issue: core.$ZodIssue): core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const ofThatType = issue.errors.find(
    (wrong) => !wrong.some((inner) => isTypeIssue(inner) && inner.path.length === 0),
  )
  return (ofThatType ?? issue.errors.flat()).flatMap((inner) =>
    chooseAlternative({ ...inner, path: [...issue.path, ...inner.path] }),
  )
}

function describe(issue: core.$ZodIssue, input: unknown): InputIssue[] {
  // One issue for each unknown field: each is a property of its own.
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, maxIssues)
      .map((key) => toInputIssue([...issue.path, key], 'whitelistValidation', 'should not exist', input))
  }
  const { rule, says } = ruleOf(issue, valueAt(input, issue.path))
  const described = toInputIssue(issue.path, rule, says, input)
  const isHidden = issue.code === 'custom' && issue.params?.['isSecret'] === true
  return [
    isHidden && described.receivedValue !== null ? { ...described, receivedValue: '[redacted]' } : described,
  ]
}

function toInputIssue(path: PropertyKey[], rule: string, says: string, input: unknown): InputIssue {
  const property = shorten(path.map(String).join('.'))
  return {
    property,
    rule,
    message: `${property || 'body'} ${says}`,
    receivedValue: receivedValue(input, path),
  }
}

function ruleOf(issue: core.$ZodIssue, received: unknown): { rule: string; says: string } {
  if (received === undefined && missingCodes.has(issue.code)) {
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
      if (issue.format === 'regex')
        return { rule: 'matches', says: `must match ${issue.pattern} regular expression` }
      return formatRules[issue.format] ?? { rule: 'matches', says: 'has a form that is not accepted' }
    case 'invalid_value':
      return isIn(issue.values)
    case 'invalid_union':
      return isIn(('options' in issue && issue.options) || [])
    case 'custom':
      return { rule: String(issue.params?.['rule'] ?? 'isValid'), says: issue.message }
    default:
      return { rule: 'isValid', says: issue.message }
  }
}

function isIn(values: core.util.Primitive[]): { rule: string; says: string } {
  return { rule: 'isIn', says: `must be one of the following values: ${values.map(String).join(', ')}` }
}

const missingCodes = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

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
  datetime: { rule: 'isIso8601', says: 'must be a valid ISO 8601 date string' },
}
