import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { decodeBase64, NotBase64 } from './decode-base64.ts'

/** Decodes a text of JSON that comes in pieces of a length. */
function decode(text: string, bytes: number): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(text.length / bytes) }, (_none, index) =>
    Buffer.from(text.slice(index * bytes, (index + 1) * bytes)),
  )
  return buffer(Readable.from(decodeBase64(Readable.from(pieces)), { objectMode: false }))
}
const lengths = [1, 2, 3, 5, 7, 64]

test('base64 of any length is decoded, however it comes in pieces', async () => {
  for (let length = 0; length < 40; length += 1) {
    const content = randomBytes(length)
    for (const bytes of lengths)
      expect((await decode(content.toString('base64'), bytes)).equals(content)).toBe(true)
  }
})

const escape = (text: string, of: RegExp, write: (mark: string) => string): string =>
  text.replaceAll(of, write)
const unicode = (mark: string) => `\\u00${mark.charCodeAt(0).toString(16).toUpperCase()}`

test.each([
  ['slashes, as PHP does', /\//g, () => '\\/'],
  ['plus signs, as .NET does', /\+/g, unicode],
  ['padding, as Gson does', /[=]/g, unicode],
  ['everything', /./g, unicode],
])('base64 is decoded that escapes %s', async (_what, of, write) => {
  const content = Buffer.concat([randomBytes(64), Buffer.from('fbf0', 'hex'), Buffer.alloc(12, 255)])
  for (const bytes of lengths)
    expect((await decode(escape(content.toString('base64'), of, write), bytes)).equals(content)).toBe(true)
})

describe('what is decoded is what the schema of base64 takes:', () => {
  const texts = [
    '',
    'A',
    'AA',
    'AAA',
    'AAAA',
    'A===',
    'AA==',
    'AAA=',
    'AA=',
    '====',
    '=',
    'AA==AAAA',
    'AAAA=',
    'AA=A',
    'AA-_',
    'A AA',
    'AAAA\n',
    '!',
    'äAAA',
  ]
  test.each(texts)('%j', async (text) => {
    for (const bytes of lengths) {
      const isDecoded = await decode(text, bytes).then(
        () => true,
        (error: unknown) => !(error instanceof NotBase64),
      )
      expect(isDecoded, `${bytes} bytes each`).toBe(z.base64().safeParse(text).success)
    }
  })
  test.each(['\\', '\\u', '\\u00', '\\n', '\\"', '\\\\', '\\u005c'])(
    'an escape that is no character of base64: %s',
    async (text) => {
      await expect(decode(text, 1)).rejects.toThrow(NotBase64)
    },
  )
})
