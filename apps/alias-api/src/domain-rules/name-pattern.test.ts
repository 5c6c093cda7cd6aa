import { describe, expect, test } from 'vitest'
import { longestPattern, readNamePattern } from './name-pattern.ts'

const matches = (pattern: string, name: string) => {
  const read = readNamePattern(pattern)
  if (read.fault !== undefined) throw new Error(read.fault)
  return read.matches(name)
}

describe('a pattern', () => {
  test.each([
    ['shop-.*', 'shop-7', true],
    ['shop-.*', 'my-shop-7', false],
    ['(shop|news)', 'newsletter', false],
    ['SHOP-[A-Z]+', 'shop-abc', true],
    ['(?-i)SHOP', 'shop', false],
    [String.raw`\d{4}`, '2026', true],
    ['', 'a', false],
  ])('%s is for the whole of the name %s, in any case: %s', (pattern, name, isMatch) => {
    expect(matches(pattern, name)).toBe(isMatch)
  })

  test.each([
    ['(a', 'missing closing )'],
    [String.raw`(a)\1`, 'invalid escape sequence'],
    ['(?=a)a', 'invalid or unsupported Perl syntax'],
    ['(?:a{1000}){1000}', 'invalid repeat count'],
    ['a{1001}', 'invalid repeat count'],
    ['(?:.{10}){21}', 'repeats too much'],
    ['[[:alpha:]]{0,1000}', 'repeats too much'],
  ])('%s is refused with what is wrong: %s', (pattern, fault) => {
    expect(readNamePattern(pattern).fault).toContain(fault)
  })
})

describe('a pattern that exhausts engines that backtrack', () => {
  const longest = 'a'.repeat(64)
  // Engines that backtrack need 2^60 steps and more for these: nothing but an answer can be waited for.
  test.each([
    '(a+)+b',
    '(a*)*b',
    '(a|a)*b',
    '(a|aa)+b',
    '(.*.*)*b',
    '(?:a?){64}a{64}b',
    '((((a+)+)+)+)+b',
    `${'(a*)*'.repeat(Math.floor((longestPattern - 1) / 5))}b`,
  ])('%s is answered', (pattern) => {
    const read = readNamePattern(pattern)
    if (read.fault === undefined) expect(read.matches(longest)).toBe(false)
    else expect(read.fault).toBe('it repeats too much')
  })
})
