import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { inPiecesOf } from '@waypost/storage/testing'
import { describe, expect, test } from 'vitest'
import { splitAt } from './split-at.ts'

describe.each([0, 1, 999, 1000, 1001, 3000])('a stream of %i bytes', (length) => {
  const bytes = randomBytes(length)
  const chunked = () => inPiecesOf(bytes, 333)

  test('is split in two without loss, and has no second part where the first is enough', async () => {
    const { first, rest } = await splitAt(chunked(), 1000)
    expect(first.equals(bytes.subarray(0, 1000))).toBe(true)
    expect(rest !== undefined).toBe(length > 1000)
    if (rest) expect((await buffer(rest)).equals(bytes.subarray(1000))).toBe(true)
  })
})
