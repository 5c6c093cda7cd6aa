import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { inPiecesOf } from '@waypost/storage/testing'
import { storeFiles } from './store-files.ts'
import { parseLargeMessage } from './parse-large-message.ts'
import { parseMessage } from './parse-message.ts'
import { parseWholeMessage } from './parse-whole-message.ts'
import { nestedParts, withAttachments } from '../smtp/test-messages.ts'

const read = async (content: string | Buffer, bytes = 1000) => {
  const kept: Buffer[] = []
  const parsed = await storeFiles(
    parseLargeMessage(inPiecesOf(Buffer.from(content), bytes)),
    async (file) => `${kept.push(await buffer(file)) - 1}`,
  )
  return { ...parsed, kept }
}

const lines = (...all: string[]) => all.join('\r\n')
const author = 'From: =?utf-8?q?B=C3=B6b?= <bob@example.net>\r\nSubject: =?utf-8?b?w6QgbGV0dGVy?=\r\n'
const mixed = (...parts: string[]) =>
  lines(
    `${author}Content-Type: multipart/mixed; boundary="a b"`,
    '',
    'Nobody reads this.',
    ...parts.flatMap((part) => ['--a b', part]),
    '--a b--',
    'Nor this.',
  )
const text = (type: string, encoding: string, body: string) =>
  lines(`Content-Type: text/${type}`, `Content-Transfer-Encoding: ${encoding}`, '', body)
const file = (fields: string, content: Buffer) =>
  lines(`${fields}\r\nContent-Transfer-Encoding: base64`, '', content.toString('base64'))

const messages = {
  'nothing but text': `${author}\r\nhello\r\n\r\nworld\r\n`,
  'text and files': withAttachments,
  'a header alone': `${author}\r\n`,
  'no header': '\r\nhello\r\n',
  'a file alone': `${author}${file('Content-Type: image/png; name=a.png', Buffer.from('png'))}`,
  'a character set': `${author}${text('plain; charset=windows-1251', 'quoted-printable', '=CF=F0=E8=\r\n=E2=E5=F2\r\n')}`,
  'base64 text': `${author}${text('plain; charset=utf-8', 'base64', Buffer.from('ä\r\nö\n').toString('base64'))}`,
  'flowed text': `${author}${text('plain; format=flowed; delsp=yes', '7bit', 'one \r\nline\r\nand another\r\n')}`,
  'several texts': mixed(
    text('plain', '8bit', 'ä'),
    text('html', '7bit', '<p>b'),
    text('plain', '7bit', 'c\r\n'),
  ),
  'a text attachment': mixed(
    file('Content-Type: text/plain; name="a;b.txt"\r\nContent-Disposition: attachment', Buffer.from('text')),
  ),
  'encoded and split file names': mixed(
    file(`Content-Type: a/b; name="=?utf-8?q?=C3=A4?="`, Buffer.from('a')),
    file(
      `Content-Disposition: inline; filename*0*=utf-8''%C3%B6; filename*1=x\r\nContent-Type: a/b`,
      Buffer.from('b'),
    ),
  ),
  'a file without content': mixed(file('Content-Type: a/b', Buffer.alloc(0))),
  'an unterminated part': mixed(text('plain', '7bit', 'a')).replace('--a b--', ''),
  'parts of one blank line, and of two': mixed(
    text('plain', '7bit', ''),
    'Content-Type: text/plain\r\n\r\n',
    text('html', 'quoted-printable', '\r\n'),
    text('html', '7bit', ''),
    text('plain', 'base64', ''),
  ),
  'a part without a header, of one blank line': mixed('\r\n'),
  'an unterminated part that ends with its line': `${mixed(text('html', '7bit', 'a\r\nb')).split('\r\n--a b--')[0]!}\r\n`,
  'an unterminated part of one blank line': mixed(text('plain', '7bit', 'a'), '\r\n').split('--a b--')[0]!,
  'text that does not end with its line': `${author}\r\nhello\r\nworld`,
  'texts that end with a soft line break': mixed(
    text('plain', 'quoted-printable', 'a =\r\nb='),
    text('html', 'quoted-printable', '='),
    text('plain', '7bit', 'c='),
  ),
  'a text that ends with a soft line break': `${author}${text('plain', 'quoted-printable', 'a\r\nb=\r\n')}`,
  'text whose type names a boundary': `${author}Content-Type: text/html; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>a\r\n--x--\r\n`,
  'a part whose type names a boundary': mixed(
    'Content-Type: text/plain; boundary=x\r\n\r\n--x\r\nContent-Type: a/b\r\n\r\nfile\r\n--x--',
    text('plain', '7bit', 'b'),
  ),
  'a part without content': mixed('Content-Type: text/plain\r\n', text('plain', '7bit', 'b')),
}

test.each(Object.entries(messages))(
  'parsing %s as a large message gives the same result as parsing it whole',
  async (_what, message) => {
    const small = await parseMessage(Buffer.from(message))
    for (const bytes of [1, 7, 1000]) expect(await read(message, bytes)).toEqual({ ...small, kept: [] })
  },
)

test('a message in a message is one attachment, with everything in it', async () => {
  const message = mixed(
    text('plain', '7bit', 'see'),
    lines('Content-Type: message/rfc822', '', withAttachments),
  )
  const { text: shownText, attachments } = await read(message)
  expect(shownText).toBe('see\n')
  expect(attachments).toMatchObject([
    { contentType: 'message/rfc822', content: Buffer.from(withAttachments) },
  ])
})

test('the first two million characters of all texts are kept, counted after decoding', async () => {
  const long = `${'ä'.repeat(35)}\r\n`.repeat(70_000)
  const encoded = Buffer.from(long).toString('base64')
  const message = mixed(text('plain; charset=utf-8', 'base64', encoded), text('html', '7bit', 'lost'))
  const parsed = await read(message, 100_000)
  expect(parsed.text.trimEnd()).toBe(
    Buffer.from(long)
      .subarray(0, 2 * 1024 * 1024)
      .toString(),
  )
  expect(parsed.html).not.toContain('lost')
})

test('small files are kept in memory up to a total, and larger ones are stored elsewhere', async () => {
  const contents = Array.from({ length: 16 }, (_, number) => Buffer.alloc(100_000 * (number % 4), number))
  const { attachments, kept } = await read(
    mixed(...contents.map((each) => file('Content-Type: a/b', each))),
    50_000,
  )
  const whole = attachments.map(({ content, restId }) => (restId === null ? content : kept[Number(restId)]!))
  expect(whole.map((each, number) => each.equals(contents[number]!))).toEqual(contents.map(() => true))
  expect(attachments.map(({ size }) => size)).toEqual(contents.map(({ length }) => length))
  expect(kept.map(({ length }) => length)).toEqual([300_000, 300_000, 300_000, 200_000, 300_000])
})

test('the first thousand files of a message are listed', async () => {
  const message = mixed(...Array.from({ length: 2000 }, () => file('Content-Type: a/b', Buffer.from('x'))))
  const { attachments } = await read(message, 10_000)
  expect(attachments).toHaveLength(1000)
})

const levelsIn = (shown: string) => [...shown.matchAll(/level (\d+)/g)].map(([, level]) => Number(level))
const levelsTo = (end: number) => Array.from({ length: end }, (_, level) => level)

test.each([1, 1000, 60_000])(
  'of parts in parts, a hundred levels are read, whatever is below them, from pieces of %i bytes',
  async (bytes) => {
    const { text: shown, isTruncated, from, subject } = await read(nestedParts(), bytes)
    expect(levelsIn(shown)).toEqual(levelsTo(100))
    expect({ isTruncated, from, subject }).toEqual({
      isTruncated: true,
      from: 'bob@example.net',
      subject: 'deep',
    })
    const whole = await read(nestedParts(100), bytes)
    expect([levelsIn(whole.text), whole.isTruncated]).toEqual([levelsTo(100), false])
  },
)

test('a small message with too many levels shows what it shows as a large one, files too', async () => {
  const withFile = nestedParts().replace(
    '\r\nlevel 7\r\n',
    '\r\nlevel 7\r\n--b7\r\nContent-Type: a/b\r\n\r\nfile\r\n',
  )
  for (const message of [nestedParts(), withFile]) {
    const { kept: _kept, ...large } = await read(message)
    expect(await parseWholeMessage(Buffer.from(message))).toEqual(large)
  }
  expect((await read(withFile)).attachments).toMatchObject([{ content: Buffer.from('file') }])
})

test('a message with too many levels is read no further than to the last one that is shown', async () => {
  const message = nestedParts(50_000)
  let readBytes = 0
  async function* counted() {
    for await (const piece of inPiecesOf(Buffer.from(message), 100)) {
      readBytes += piece.length
      yield piece
    }
  }
  const parsed = await storeFiles(parseLargeMessage(counted()), () => Promise.resolve(''))
  expect(levelsIn(parsed.text)).toEqual(levelsTo(100))
  expect(readBytes).toBeLessThan(nestedParts(110).length)
})

test.each([
  ['endless parts', mixed(text('plain', '7bit', 'found'), ...Array.from({ length: 20_000 }, () => '\r\nx'))],
  [
    'endless headers of its parts',
    mixed(
      text('plain', '7bit', 'found'),
      ...Array.from({ length: 5 }, () => `${'X-Header: y\r\n'.repeat(50_000)}\r\nx`),
    ),
  ],
])('of a message of %s, what comes first is shown', async (_what, message) => {
  const parsed = await read(message, 60_000)
  expect(parsed.text).toMatch(/^found\n/)
  expect(parsed).toMatchObject({ isTruncated: true, from: 'bob@example.net' })
})

test('a message whose header has no end is refused', async () => {
  await expect(read(`${author}${'X-Header: y\r\n'.repeat(300_000)}\r\n`, 60_000)).rejects.toThrow()
})
