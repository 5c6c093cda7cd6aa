import { expect, test } from 'vitest'
import { findBrokenText } from './find-broken-text.ts'

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

test.each<[input: unknown]>([
  ['text'],
  ['🙂 pairs, accents é, controls \u0001\n'],
  [{ a: ['b', { c: 'd' }], e: 5, f: true, g: null, h: undefined }],
  [undefined],
  [null],
])('%j is well-formed', (input) => {
  expect(findBrokenText(input)).toBeUndefined()
})

test.each<[what: string, input: unknown, property: string]>([
  ['a NUL byte', { name: 'a\0b' }, 'name'],
  ['a lone high surrogate', { name: 'a\ud800' }, 'name'],
  ['a lone low surrogate', { name: '\udc00a' }, 'name'],
  ['a reversed surrogate pair', { name: '\udc00\ud800' }, 'name'],
  ['a NUL byte deep inside', { a: [0, { b: 'x\0' }] }, 'a.1.b'],
  ['a key with a NUL byte', { a: { 'b\0': 1 } }, 'a'],
  ['a key with a lone surrogate', { '\ud800': 1 }, ''],
  ['a body that is only a NUL byte', '\0', ''],
])('%s is refused, and the error names the property', (_what, input, property) => {
  expect(findBrokenText(input)).toMatchObject({
    property,
    rule: 'isWellFormed',
    message: `${property || 'input'} must be well-formed text without NUL characters`,
  })
})

test('a secret is not repeated in the error, however broken it is', () => {
  expect(findBrokenText({ secret: 'hush\0' })!.receivedValue).toBe('[redacted]')
})

test('a hundred levels of nesting are accepted, and no depth exhausts the stack', () => {
  expect(findBrokenText(nested(100))).toBeUndefined()
  expect(findBrokenText(nested(101))).toMatchObject({ property: '', rule: 'maxDepth' })
  expect(findBrokenText(nested(500_000))).toMatchObject({ rule: 'maxDepth' })
})
