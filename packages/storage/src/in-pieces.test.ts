import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'
import { inPiecesOf } from './testing/test-pieces.ts'

describe.each([0, 1, 999, 1000, 1001, 3000])('a stream of %i bytes', (length) => {
  const bytes = randomBytes(length)
  const chunked = () => inPiecesOf(bytes, 333)

  test('is the same in pieces, of which only the last is shorter', async () => {
    const pieces = (await Readable.from(inPieces(chunked(), 1000)).toArray()) as Buffer[]
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    expect(pieces).toHaveLength(Math.ceil(length / 1000))
    expect(pieces.slice(0, -1).every((piece) => piece.length === 1000)).toBe(true)
  })
})
