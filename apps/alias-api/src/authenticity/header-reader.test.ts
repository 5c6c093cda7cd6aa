import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { readHeaders, type HeaderReader } from './header-reader.ts'

interface Parser extends Writable, HeaderReader {
  headers: { original: Buffer } | false
  byteLength: number
}

const { MessageParser } = createRequire(import.meta.url)('mailauth/lib/dkim/message-parser.js') as {
  MessageParser: { new (): Parser; prototype: HeaderReader }
}
class OwnParser extends MessageParser {}
Object.assign(OwnParser.prototype, readHeaders(MessageParser.prototype))

async function parse(pieces: string[], Parser: new () => Parser) {
  const parser = new Parser()
  const body: Buffer[] = []
  parser.nextChunk = async (chunk) => void body.push(chunk)
  const over = finished(parser)
  for (const piece of pieces) parser.write(Buffer.from(piece, 'latin1'))
  parser.end()
  await over
  return {
    header: parser.headers && parser.headers.original.toString('latin1'),
    body: Buffer.concat(body).toString('latin1'),
    bytes: parser.byteLength,
  }
}

const bytes = ['\r', '\n', 'a']
/** All texts of so many of these bytes. */
const textsOf = (length: number): string[] =>
  length === 0 ? [''] : textsOf(length - 1).flatMap((text) => bytes.map((byte) => text + byte))

const splits = (text: string): string[][] => [
  ...Array.from({ length: text.length }, (_, at) => [text.slice(0, at), text.slice(at)]),
  text.split(''),
]

test.each([0, 1, 2, 3, 4, 5, 6])(
  'each text of %i line ends and other characters is split into header and body as by mailauth, in whatever pieces it comes',
  async (length) => {
    for (const text of textsOf(length))
      for (const pieces of splits(text))
        expect({ pieces, ...(await parse(pieces, OwnParser)) }).toEqual({
          pieces,
          ...(await parse(pieces, MessageParser)),
        })
  },
)

test('a header that is longer than a piece ends after its empty line', async () => {
  const header = `${'X-Long: a\r\n'.repeat(9000)}\r\n`
  const pieces = `${header}body\r\n`.match(/[^]{1,65536}/g)!
  expect(await parse(pieces, OwnParser)).toEqual({ header, body: 'body\r\n', bytes: header.length + 6 })
})
