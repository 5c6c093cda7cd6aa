import { newId } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { readPosition, writePosition } from './feed-position.ts'

test('a position is read as it was written, and no other text is one', () => {
  const position = { xact: '18446744073709551615', id: newId() }
  expect(readPosition(writePosition(position))).toEqual(position)
  for (const text of ['', 'x', '!'.repeat(32), `${writePosition(position)}A`])
    expect(readPosition(text)).toBeUndefined()
})
