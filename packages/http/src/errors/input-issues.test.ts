import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inputIssues } from './input-issues.ts'

function issuesOf(schema: z.ZodType, input: unknown) {
  return inputIssues(schema.safeParse(input).error?.issues ?? [], input)
}

/** The error for one invalid `field`. */
function issuesOfField(field: z.ZodType, value: unknown) {
  return issuesOf(z.strictObject({ field }), { field: value })
}

const rulesOfField = (field: z.ZodType, value: unknown) => issuesOfField(field, value).map(({ rule }) => rule)

describe('a rule has the name and the message of class-validator', () => {
  test.each<[rule: string, says: string, field: z.ZodType, value: unknown]>([
    ['isDefined', 'should not be null or undefined', z.string(), undefined],
    ['isDefined', 'should not be null or undefined', z.enum(['a']), undefined],
    ['isString', 'must be a string', z.string(), 5],
    ['isString', 'must be a string', z.string(), null],
    ['isNumber', 'must be a number', z.number(), 'x'],
    ['isInt', 'must be an integer number', z.int(), 1.5],
    ['isBoolean', 'must be a boolean value', z.boolean(), 'yes'],
    ['isArray', 'must be an array', z.array(z.string()), 'a'],
    ['isObject', 'must be an object', z.object({}), 'a'],
    ['isObject', 'must be an object', z.record(z.string(), z.string()), []],
    ['isNotEmpty', 'should not be empty', z.string().min(1), ''],
    ['minLength', 'must be longer than or equal to 8 characters', z.string().min(8), 'short'],
    ['maxLength', 'must be shorter than or equal to 3 characters', z.string().max(3), 'long'],
    ['arrayMinSize', 'must contain at least 1 elements', z.array(z.string()).min(1), []],
    ['arrayMaxSize', 'must contain no more than 1 elements', z.array(z.string()).max(1), ['a', 'b']],
    ['min', 'must not be less than 1', z.number().min(1), 0],
    ['max', 'must not be greater than 9', z.number().max(9), 10],
    ['isIn', 'must be one of the following values: a, b', z.enum(['a', 'b']), 'c'],
    ['isIn', 'must be one of the following values: a', z.literal('a'), 5],
    ['isUrl', 'must be a URL address', z.url(), 'nowhere'],
    ['isUuid', 'must be a UUID', z.uuid(), '1'],
    ['isEmail', 'must be an email', z.email(), 'ada'],
    ['isIso8601', 'must be a valid ISO 8601 date string', z.iso.datetime(), 'soon'],
    ['matches', 'must match /^a$/ regular expression', z.string().regex(/^a$/), 'b'],
  ])('the rule %s has the message "%s"', (rule, says, field, value) => {
    expect(issuesOfField(field, value)).toEqual([
      { property: 'field', rule, message: `field ${says}`, receivedValue: value ?? null },
    ])
  })

  test('a schema may name its own rule', () => {
    const field = z
      .string()
      .refine((text) => text === 'a', { message: 'must be a', params: { rule: 'equals' } })
    expect(issuesOfField(field, 'b')).toEqual([
      { property: 'field', rule: 'equals', message: 'field must be a', receivedValue: 'b' },
    ])
  })
})

test('a value of the wrong type is reported as such, and not for its length', () => {
  expect(rulesOfField(z.string().min(8), ['a'])).toEqual(['isString'])
  expect(rulesOfField(z.array(z.string()).min(1), '')).toEqual(['isArray'])
})

describe('a property', () => {
  test('a nested property is named by its path', () => {
    const schema = z.object({ actions: z.array(z.object({ url: z.url() })) })
    expect(issuesOf(schema, { actions: [{ url: 'https://example.com' }, { url: 'x' }] })).toMatchObject([
      { property: 'actions.1.url', message: 'actions.1.url must be a URL address', receivedValue: 'x' },
    ])
  })

  test('an error of the whole body has no property name', () => {
    expect(issuesOf(z.object({}), undefined)).toEqual([
      {
        property: '',
        rule: 'isDefined',
        message: 'body should not be null or undefined',
        receivedValue: null,
      },
    ])
  })

  test('each unknown property has its own error', () => {
    const schema = z.strictObject({ inner: z.strictObject({}) })
    expect(issuesOf(schema, { inner: { a: 1, b: 2 } })).toEqual([
      {
        property: 'inner.a',
        rule: 'whitelistValidation',
        message: 'inner.a should not exist',
        receivedValue: 1,
      },
      {
        property: 'inner.b',
        rule: 'whitelistValidation',
        message: 'inner.b should not exist',
        receivedValue: 2,
      },
    ])
  })
})

describe('a value of a union type', () => {
  const selector = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

  test.each<[value: unknown, property: string, rule: string]>([
    ['', 'field', 'isNotEmpty'],
    [[], 'field', 'arrayMinSize'],
    [['a', ''], 'field.1', 'isNotEmpty'],
    [['a', 5], 'field.1', 'isString'],
    [undefined, 'field', 'isDefined'],
  ])('the error for %j is the one of the alternative with its type: %s %s', (value, property, rule) => {
    const rules = issuesOfField(selector, value).map((issue) => [issue.property, issue.rule])
    expect(new Set(rules.map(String))).toEqual(new Set([`${property},${rule}`]))
  })

  test('a value of none of the types gets the errors of all alternatives', () => {
    expect(issuesOfField(selector, 5).map(({ message }) => message)).toEqual([
      'field must be a string',
      'field must be an array',
    ])
  })

  test('an unknown discriminator is reported with the known ones', () => {
    const action = z.discriminatedUnion('type', [
      z.object({ type: z.literal('click') }),
      z.object({ type: z.literal('navigate') }),
    ])
    expect(issuesOfField(action, { type: 'dance' })).toEqual([
      {
        property: 'field.type',
        rule: 'isIn',
        message: 'field.type must be one of the following values: click, navigate',
        receivedValue: 'dance',
      },
    ])
    expect(issuesOfField(action, {})).toMatchObject([{ property: 'field.type', rule: 'isDefined' }])
  })
})

test('at most a hundred errors are reported', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => index)
  const unknown = Object.fromEntries(numbers.map((index) => [`key${index}`, index]))
  expect(issuesOf(z.strictObject({}), unknown)).toHaveLength(100)
  expect(issuesOf(z.array(z.string()), numbers)).toHaveLength(100)
})

test('a property name is cut to 200 characters', () => {
  const [issue] = issuesOf(z.strictObject({}), { ['x'.repeat(100_000)]: 1 })
  expect(issue!.property).toBe(`${'x'.repeat(200)}…`)
  expect(issue!.message.length).toBeLessThan(250)
})
