import { describe, expect, it } from 'vitest'
import { matchPattern } from './match-pattern.ts'

describe('a pattern', () => {
  it('keeps its first capture group', async () => {
    expect(await matchPattern('(\\d+) €, (\\d+) \\$', ['now 12 €, 14 $'])).toEqual(['12'])
  })

  it('keeps the whole match where it has no group, or the group did not match', async () => {
    expect(await matchPattern('\\d+', ['now 12 €'])).toEqual(['12'])
    expect(await matchPattern('now|(then)', ['now'])).toEqual(['now'])
  })

  it('leaves out the texts that do not match', async () => {
    expect(await matchPattern('\\d+', ['one', '2', 'three', '4'])).toEqual(['2', '4'])
  })

  it('that backtracks endlessly fails with its time-out, while this thread goes on and the next pattern is matched', async () => {
    const texts = Array.from({ length: 20 }, () => `${'a'.repeat(60)}!`)
    const stuck = matchPattern('^(a+)+$', texts)
    const next = matchPattern('\\d+', ['2'])
    const first = await Promise.race([
      stuck.catch(() => 'stuck'),
      new Promise((done) => setImmediate(done, 'free')),
    ])
    expect(first).toBe('free')
    await expect(stuck).rejects.toThrow('the pattern could not be matched within its time-out of 1000 ms')
    expect(await next).toEqual(['2'])
  })
})
