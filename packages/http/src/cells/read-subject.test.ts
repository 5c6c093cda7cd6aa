import { expect, test } from 'vitest'
import { readSubject } from './read-subject.ts'

const encode = (text: string) => Buffer.from(text).toString('base64url')
const bearer = (payload: string) => `Bearer ${encode('{}')}.${payload}.signature`

test('the subject of a JWT is read without its signature', () => {
  expect(readSubject(bearer(encode('{"sub":"ada"}')))).toBe('ada')
})

test.each([
  ['nothing', undefined],
  ['an API key', `Bearer gfac_${'0'.repeat(48)}`],
  ['another scheme', `Basic ${encode('ada:secret')}`],
  ['a payload that is no JSON', bearer(encode('{'))],
  ['a payload that is no object', bearer(encode('null'))],
  ['a subject that is no text', bearer(encode('{"sub":1}'))],
  ['a subject that Postgres cannot read', bearer(encode('{"sub":"a\\u0000b"}'))],
  ['a subject that is too long', bearer(encode(`{"sub":"${'a'.repeat(256)}"}`))],
])('%s names nobody', (_what, header) => {
  expect(readSubject(header)).toBeUndefined()
})
