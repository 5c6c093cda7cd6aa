import { expect, test } from 'vitest'
import { readMessageIds } from './message-ids.ts'

test('a message names the first of its conversation, and the one that it answers last', () => {
  expect(readMessageIds('<c@x>', '<a@x>\r\n <b@x>', '<b@x> (of Monday)')).toEqual({
    messageId: 'c@x',
    references: ['a@x', 'b@x'],
  })
  expect(readMessageIds('<c@x>', undefined, '<b@x>').references).toEqual(['b@x'])
  expect(readMessageIds('<c@x>', '<a@x> <b@x>', '<a@x>').references).toEqual(['b@x', 'a@x'])
})

test('what is no message id, and the own one, names no conversation', () => {
  expect(readMessageIds('none', 'a@x <b> <@x> <c @x>', '')).toEqual({ messageId: null, references: [] })
  expect(readMessageIds('<a@x>', '<a@x>', '<a@x>').references).toEqual([])
})

test('of many references the first and the newest are read, however long the field is', () => {
  const ids = Array.from({ length: 100_000 }, (_, number) => `<${number}@x>`)
  const { references } = readMessageIds('<own@x>', ids.join(' '), '<answered@x>')
  expect(references).toHaveLength(20)
  expect([references[0], references[1], references.at(-1)]).toEqual(['0@x', '99982@x', 'answered@x'])
  expect(readMessageIds('<own@x>', '<a'.repeat(1_000_000), '<@'.repeat(1_000_000)).references).toEqual([])
})
