import { expect, test } from 'vitest'
import { splitQuoted } from './split-quoted.ts'

test('an answer is split from what it quotes at its end, with the line that says whose it is', () => {
  expect(splitQuoted('Yes.\n\nOn Monday Ada wrote:\n> Really?\n>\n>> Tea?\n')).toEqual({
    text: 'Yes.',
    quoted: 'On Monday Ada wrote:\n> Really?\n>\n>> Tea?',
  })
  expect(splitQuoted('Yes.\n\nOn Monday Ada <ada@example.com>\nwrote:\n> Really?').text).toBe('Yes.')
  expect(splitQuoted('Yes.\r\n\r\n> Really?\r\n').text).toBe('Yes.')
  expect(splitQuoted('Yes.\n-----Original Message-----\nFrom: Ada\nReally?').text).toBe('Yes.')
})

test('answers between quoted lines, and a text without any other, stay whole', () => {
  for (const text of ['> Tea?\nYes.\n> Milk?\nNo.', '> Really?', 'Yes:\n- tea', '', 'a > b\n'])
    expect(splitQuoted(text)).toEqual({ text, quoted: '' })
})

test('a text of a million quoted lines is split at once', () => {
  expect(splitQuoted(`Yes.\n${'> \n'.repeat(1_000_000)}`).text).toBe('Yes.')
})
