import { describe, expect, it } from 'vitest'
import { matchPattern } from './match-pattern.ts'

describe('a pattern', () => {
  it('keeps its first capture group', () => {
    expect(matchPattern('(\\d+) €, (\\d+) \\$', ['now 12 €, 14 $'])).toEqual(['12'])
  })

  it('keeps the whole match where it has no group, or the group took no part', () => {
    expect(matchPattern('\\d+', ['now 12 €'])).toEqual(['12'])
    expect(matchPattern('now|(then)', ['now'])).toEqual(['now'])
  })

  it('leaves out the texts that do not match', () => {
    expect(matchPattern('\\d+', ['one', '2', 'three', '4'])).toEqual(['2', '4'])
  })

  it('that backtracks for ever is given up after a quarter of a second for all texts together', () => {
    const texts = Array.from({ length: 20 }, () => `${'a'.repeat(40)}!`)
    const startedAt = performance.now()
    expect(() => matchPattern('^(a+)+$', texts)).toThrow('the pattern could not be matched within 250 ms')
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})
