import { expect, test } from 'vitest'
import { receivedValue } from './received-value.ts'

test.each<[input: unknown, path: PropertyKey[], reported: unknown]>([
  [{ a: 5 }, ['a'], 5],
  [{ a: false }, ['a'], false],
  [{ a: null }, ['a'], null],
  [{}, ['a'], null],
  [undefined, [], null],
  ['text', [], 'text'],
  [{ a: [{ b: 'x' }] }, ['a', 0, 'b'], 'x'],
  [{ a: { b: [1, 'two', null] } }, ['a'], { b: [1, 'two', null] }],
  // Inherited properties do not count.
  [{}, ['constructor'], null],
  ['text', ['length'], null],
])('the received value of %j at %j is reported as %j', (input, path, reported) => {
  expect(receivedValue(input, path)).toEqual(reported)
})

test.each(['secret', 'password', 'token', 'refreshToken', 'rawKey', 'apiKey'])(
  '%s is reported neither by itself nor within another value',
  (name) => {
    const input = { outer: [{ [name]: 'hush', other: 'said' }] }
    expect(receivedValue(input, ['outer', 0, name])).toBe('[redacted]')
    expect(receivedValue(input, [])).toEqual({ outer: [{ [name]: '[redacted]', other: 'said' }] })
    expect(receivedValue({ [name]: { inner: 'hush' } }, [name, 'inner'])).toBe('[redacted]')
  },
)

test('a missing secret is reported as missing', () => {
  expect(receivedValue({}, ['secret'])).toBeNull()
})

test('a long text is cut to its beginning', () => {
  expect(receivedValue('x'.repeat(201), [])).toBe(`${'x'.repeat(200)}…`)
  expect(receivedValue('x'.repeat(200), [])).toBe('x'.repeat(200))
})

test('cutting a text leaves no half surrogate pair', () => {
  const reported = receivedValue(`${'x'.repeat(199)}🙂`, []) as string
  expect(reported.isWellFormed()).toBe(true)
})

test('a large value is cut to the beginning of its JSON, without the secrets in it', () => {
  const reported = receivedValue({ a: { secret: 'hush', list: Array.from({ length: 100 }, () => 'x') } }, [
    'a',
  ])
  expect(reported).toMatch(/^\{"secret":"\[redacted\]","list":\["x",.{150,}…$/)
  expect((reported as string).length).toBe(201)
})
