import { expect, test } from 'vitest'
import { parseDnsblZones } from './parse-dnsbl-zones.ts'

test('zones have the score that they are given, or 5', () => {
  expect(parseDnsblZones('')).toEqual([])
  expect(parseDnsblZones('Zen.Spamhaus.org, bl.example = 2.5')).toEqual([
    { zone: 'zen.spamhaus.org', score: 5 },
    { zone: 'bl.example', score: 2.5 },
  ])
})

test.each(['bl.example=many', 'bl.example=0', 'bl.example=1=2', 'not a zone', '=1'])(
  '%s is refused',
  (text) => {
    expect(() => parseDnsblZones(text)).toThrow()
  },
)
