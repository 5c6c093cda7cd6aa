import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import { actionSchema } from './action.ts'
import { click, createAutomationClient, newAutomation, open } from './test-automations.ts'

let service: TestApp
let headers: { 'x-api-key': string }
const clock = new TestClock('2026-01-02T03:04:05.678Z')

beforeAll(async () => {
  service = await startTestApp({ clock })
  headers = await service.key('ada', 'automation:read', 'automation:write')
})
afterAll(() => service.close())

const { post, get, patch, create } = createAutomationClient(() => ({ service, headers }))

type Refusal = [field: object, property: string, constraints: Record<string, string>, receivedValue: unknown]
const action = (wrong: object) => ({ actions: [open, { ...click, ...wrong }] })
const actionTypes = actionSchema.options.map(({ shape }) => shape.type.value).join(', ')

const wrongFields: Refusal[] = [
  [{ name: '' }, 'name', { isNotEmpty: 'name should not be empty' }, ''],
  [{ name: 7 }, 'name', { isString: 'name must be a string' }, 7],
  [
    { name: 'x'.repeat(201) },
    'name',
    { maxLength: 'name must be shorter than or equal to 200 characters' },
    `${'x'.repeat(200)}…`,
  ],
  [{ description: 7 }, 'description', { isString: 'description must be a string' }, 7],
  [{ actions: [] }, 'actions', { arrayMinSize: 'actions must contain at least 1 elements' }, []],
  [{ actions: {} }, 'actions', { isArray: 'actions must be an array' }, {}],
  [{ actions: [null] }, 'actions.0', { isObject: 'actions.0 must be an object' }, null],
  [
    { actions: [click, click] },
    'actions',
    { arrayUnique: 'actions must have a different name each' },
    [click, click],
  ],
  [
    { actions: Array.from({ length: 201 }, (_, index) => ({ ...click, name: `${index}` })) },
    'actions',
    { arrayMaxSize: 'actions must contain no more than 200 elements' },
    expect.stringMatching(/^\[\{"name":"0",.{150,200}…$/),
  ],
  [
    action({ type: 'customStep' }),
    'actions.1.type',
    { isIn: `actions.1.type must be one of the following values: ${actionTypes}` },
    'customStep',
  ],
  [
    action({ type: undefined }),
    'actions.1.type',
    { isDefined: 'actions.1.type should not be null or undefined' },
    null,
  ],
  [
    action({ colour: 'red' }),
    'actions.1.colour',
    { whitelistValidation: 'actions.1.colour should not exist' },
    'red',
  ],
  [
    action({ selectors: [] }),
    'actions.1.selectors',
    { arrayMinSize: 'actions.1.selectors must contain at least 1 elements' },
    [],
  ],
  [
    action({ selectors: [''] }),
    'actions.1.selectors.0',
    { isNotEmpty: 'actions.1.selectors.0 should not be empty' },
    '',
  ],
  [
    action({ selectors: ['#a', ['#b', 5]] }),
    'actions.1.selectors.1.1',
    { isString: 'actions.1.selectors.1.1 must be a string' },
    5,
  ],
  [
    action({ selectors: [5] }),
    'actions.1.selectors.0',
    {
      isString: 'actions.1.selectors.0 must be a string',
      isArray: 'actions.1.selectors.0 must be an array',
    },
    5,
  ],
  [
    action({ timeoutMs: 1.5 }),
    'actions.1.timeoutMs',
    { isInt: 'actions.1.timeoutMs must be an integer number' },
    1.5,
  ],
  [
    action({ timeoutMs: 60_001 }),
    'actions.1.timeoutMs',
    { max: 'actions.1.timeoutMs must not be greater than 60000' },
    60_001,
  ],
  [
    action({ type: 'extractText', output: 'the price' }),
    'actions.1.output',
    { matches: 'actions.1.output must match /^[A-Za-z][A-Za-z0-9_]*$/ regular expression' },
    'the price',
  ],
  [
    action({ type: 'extractText', output: 'price', pattern: '(' }),
    'actions.1.pattern',
    { isRegExp: 'actions.1.pattern must be a regular expression' },
    '(',
  ],
  ...['nowhere', 'file:///etc/passwd', 'javascript:alert(1)'].map((url): Refusal => [
    { actions: [{ ...open, url }] },
    'actions.0.url',
    { isUrl: 'actions.0.url must be an http or https URL' },
    url,
  ]),
  ...['http://10.0.0.1', 'http://[::1]/', 'http://169.254.169.254/'].map((url): Refusal => [
    { actions: [click, { ...open, url }] },
    'actions.1.url',
    { isUrl: 'actions.1.url must not point to a private or reserved address' },
    url,
  ]),
  [
    { actions: [{ ...open, url: 'https://ada:pass@example.com' }] },
    'actions.0.url',
    { isUrl: 'actions.0.url must not carry credentials' },
    '[redacted]',
  ],
  [{ id: 'x' }, 'id', { whitelistValidation: 'id should not exist' }, 'x'],
  [{ ownerId: 'bob' }, 'ownerId', { whitelistValidation: 'ownerId should not exist' }, 'bob'],
]

describe('a new automation', () => {
  test.each(['name', 'actions'])('requires its %s', async (property) => {
    const response = await post({ ...newAutomation, [property]: undefined })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      {
        property,
        constraints: { isDefined: `${property} should not be null or undefined` },
        receivedValue: null,
      },
    ])
  })

  test.each(wrongFields)('is refused with %j', async (field, property, constraints, receivedValue) => {
    const response = await post({ ...newAutomation, ...field })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([{ property, constraints, receivedValue }])
  })

  test('is refused with every forbidden page at once', async () => {
    const pages = ['http://10.0.0.1', 'https://example.com', 'http://[::1]']
    const actions = pages.map((url, index) => ({ name: `${index}`, type: 'navigate', url }))
    const response = await post({ name: 'inside', actions })
    expect(response.json<{ property: string }[]>().map(({ property }) => property)).toEqual([
      'actions.0.url',
      'actions.2.url',
    ])
  })
})

describe('a change of an automation', () => {
  test.each<Refusal>([
    ...wrongFields,
    [{ name: null }, 'name', { isString: 'name must be a string' }, null],
    [{ actions: null }, 'actions', { isArray: 'actions must be an array' }, null],
  ])('to %j is refused, and nothing changes', async (field, property, constraints, receivedValue) => {
    const automation = await create()
    const response = await patch(automation.id, { description: 'changed', ...field })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([{ property, constraints, receivedValue }])
    expect((await get(automation.id)).json()).toStrictEqual(automation)
  })
})
