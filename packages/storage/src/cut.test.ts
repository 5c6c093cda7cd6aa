import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { cut } from './cut.ts'
import { inPiecesOf } from './testing/test-pieces.ts'

const content = Buffer.from('0123456789')

describe('a range of a stream', () => {
  test.each([
    [0, 0, ''],
    [0, 3, '012'],
    [2, 5, '23456'],
    [3, 3, '345'],
    [9, 1, '9'],
    [8, 5, '89'],
  ])('has from byte %i on %i bytes', async (at, bytes, expected) => {
    expect((await buffer(cut(inPiecesOf(content, 3), { at, bytes }))).toString()).toBe(expected)
  })

  test('is read no further than its end', async () => {
    let isEnded = false
    async function* chunks() {
      try {
        yield content
        throw new Error('it was read further')
      } finally {
        isEnded = true
      }
    }
    expect((await buffer(cut(chunks(), { at: 1, bytes: 9 }))).toString()).toBe('123456789')
    expect(isEnded).toBe(true)
  })
})
