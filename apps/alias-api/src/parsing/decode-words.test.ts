import { describe, expect, test } from 'vitest'
import { decodeWords } from './decode-words.ts'

describe('encoded words', () => {
  test.each([
    ['hello', 'hello'],
    ['=?UTF-8?B?R3LDvMOfZQ==?=', 'Grüße'],
    ['=?utf-8?q?Gr=C3=BC=C3=9Fe_=3D?=', 'Grüße ='],
    ['=?iso-8859-1?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?ISO-2022-JP?B?GyRCJDMkcyRLJEEkTxsoQg==?=', 'こんにちは'],
    ['a =?utf-8?q?b?= c', 'a b c'],
    ['=?utf-8?q?a?= =?utf-8?q?b?=', 'ab'],
    ['=?utf-8?q?a?=\t =?iso-8859-1?q?=FC?=', 'aü'],
    // A character that is split between two words.
    ['=?utf-8?b?4oI=?= =?utf-8?b?rA==?=', '€'],
    ['=?utf-8?q?=E2=82?= =?utf-8?b?rA==?=', '€'],
    ['=?utf-8*de?q?a?=', 'a'],
    ['=?no-charset?q?a?=', 'a'],
    ['=?utf-8?x?a?=', '=?utf-8?x?a?='],
    ['=?utf-8?q?a b?=', '=?utf-8?q?a b?='],
    ['', ''],
  ])('%j is %j', (value, text) => {
    expect(decodeWords(value)).toBe(text)
  })

  test.each([
    '=?',
    '=?utf-8?',
    '=?utf-8?q?',
    '=?utf-8?q?=?',
    '=?utf-8?b?YQ==?= ',
    '=?utf-8?q?a?=\t',
    ' ',
    '?=',
  ])('of which %j is repeated are read, however long the value is', (part) => {
    // In time that grows with the square of it, this would take minutes.
    const value = part.repeat(4_000_000 / part.length)
    expect(decodeWords(value).length).toBeLessThanOrEqual(value.length)
  })
})
