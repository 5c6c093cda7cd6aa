import { expect, it } from 'vitest'
import { matchAddress, matchRecordedAddress, matchWildcards } from './match-address.ts'

it.each([
  ['abc', 'abc', true],
  ['abc', 'abcd', false],
  ['', '', true],
  ['*', '', true],
  ['a*', 'abc', true],
  ['*c', 'abc', true],
  ['a*c', 'ac', true],
  ['ab*bc', 'abc', false],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'acb', false],
  ['a**c', 'abc', true],
  ['*b*', 'abc', true],
  ['*d*', 'abc', false],
  ['a.c', 'abc', false],
])('a * matches any text: %s and %s', (pattern, text, matches) => {
  expect(matchWildcards(pattern, text)).toBe(matches)
})

it('a pattern with many stars is matched without trying every split of the text', () => {
  expect(matchWildcards('*a'.repeat(500) + 'b', 'a'.repeat(8000))).toBe(false)
})

it.each([
  ['https://a.test', 'https://a.test/', true, true],
  ['https://A.test:443/b', 'https://a.test/b', true, true],
  ['https://a.test/b?c=1', 'https://a.test/b?c=2', false, true],
  ['https://a.test/b', 'https://a.test/b?c=2#d', false, true],
  ['https://a.test/b', 'https://a.test/c', false, false],
  ['https://a.test/b*', 'https://a.test/b?c=2', true, true],
  ['https://a.test/#/b?c=1', 'https://a.test/?d=2#/b?c=2', false, true],
  ['https://a.test/#/b', 'https://a.test/#/c', false, false],
  ['about:blank', 'about:blank', true, true],
  ['https://a.test/*?c=1', 'https://a.test/b?c=2', false, false],
])(
  'the query counts in a pattern, but not in a recorded URL: %s and %s',
  (pattern, url, exactly, recorded) => {
    expect(matchAddress(pattern, url)).toBe(exactly)
    expect(matchRecordedAddress(pattern, url)).toBe(recorded)
  },
)
