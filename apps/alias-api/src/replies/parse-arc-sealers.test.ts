import { expect, test } from 'vitest'
import { parseArcSealers } from './parse-arc-sealers.ts'

test('sealers are domains, in lower case', () => {
  expect(parseArcSealers('')).toEqual([])
  expect(parseArcSealers('Lists.Example.org, example.net')).toEqual(['lists.example.org', 'example.net'])
})

test.each(['*.example.org', 'me@example.net', 'https://example.net', 'net', 'a b.example'])(
  '%s is refused',
  (text) => {
    expect(() => parseArcSealers(text)).toThrow('must be a list of domains')
  },
)
