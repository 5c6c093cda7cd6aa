import { expect, test } from 'vitest'
import { withAttachments } from '../smtp/test-messages.ts'
import { parseWholeMessage } from './parse-whole-message.ts'

const lines = (...all: string[]) => all.join('\r\n')
const parse = async (message: string | Buffer) => parseWholeMessage(Buffer.from(message))
const mixed = (...parts: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('From: bob@example.net\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'),
    ...parts.flatMap((part) => [Buffer.from('--b\r\n'), Buffer.from(part), Buffer.from('\r\n')]),
    Buffer.from('--b--\r\n'),
  ])
const part = (fields: string, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${fields}\r\n\r\n`), Buffer.from(body)])

const contents: [string, Buffer][] = [
  ['without a line end', Buffer.from('one')],
  ['with CRLF at its end', Buffer.from('one\r\ntwo\r\n')],
  ['of empty lines', Buffer.from('\r\n\r\n')],
  ['with lines that look like a boundary', Buffer.from('--\r\n--c\r\n--bb')],
  ['with trailing spaces', Buffer.from('one \r\n\ttwo\t\r\n')],
  ['with bytes outside ASCII', Buffer.from([0xe4, 0x80, 0xff, 0x0d, 0x0a, 0x00])],
  ['with a line of 70,000 bytes', Buffer.alloc(70_000, 'x')],
  ['without bytes', Buffer.alloc(0)],
]
const types = ['application/octet-stream', 'text/plain', 'text/csv', 'message/delivery-status']

test.each(contents)(
  'an attachment %s has the same bytes in 7bit, 8bit and binary',
  async (_what, content) => {
    for (const type of types)
      for (const encoding of ['7bit', '8bit', 'binary']) {
        const fields = lines(
          `Content-Type: ${type}`,
          `Content-Disposition: attachment; filename=f`,
          `Content-Transfer-Encoding: ${encoding}`,
        )
        const { attachments } = await parse(mixed(part(fields, content)))
        expect(attachments).toMatchObject([{ contentType: type, size: content.length }])
        expect(attachments[0]!.content.equals(content)).toBe(true)
      }
  },
)

test('an attachment in quoted-printable keeps its line ends', async () => {
  const fields = 'Content-Type: text/csv; name=a.csv\r\nContent-Transfer-Encoding: quoted-printable'
  const { attachments } = await parse(mixed(part(fields, 'a;=C3=A4\r\nb;=\r\nc=0A')))
  expect(attachments).toMatchObject([{ filename: 'a.csv', content: Buffer.from('a;ä\r\nb;c\n') }])
})

test('a message in a message is one attachment with its bytes', async () => {
  const { attachments } = await parse(mixed(part('Content-Type: message/rfc822', withAttachments)))
  expect(attachments).toMatchObject([
    { contentType: 'message/rfc822', content: Buffer.from(withAttachments) },
  ])
})

test('each part of a digest is a message, whose bytes are an attachment', async () => {
  const { text, attachments } = await parse(
    mixed(
      part('Content-Type: text/plain', 'see'),
      lines('Content-Type: multipart/digest; boundary=c', '', '--c', '', 'Subject: one', '', '1', '--c--'),
    ),
  )
  expect(text.trim()).toBe('see')
  expect(attachments).toMatchObject([
    { contentType: 'message/rfc822', content: Buffer.from('Subject: one\r\n\r\n1') },
  ])
})

test('an inline text with a name is an attachment, and one without belongs to the text', async () => {
  const { text, attachments } = await parse(
    mixed(
      part('Content-Type: text/plain', 'hello'),
      part('Content-Type: text/plain\r\nContent-Disposition: inline; filename=notes.txt', 'notes'),
      part('Content-Type: text/plain\r\nContent-Disposition: inline', 'bye'),
    ),
  )
  expect(text.split(/\s+/).filter(Boolean)).toEqual(['hello', 'bye'])
  expect(attachments).toMatchObject([
    { filename: 'notes.txt', contentType: 'text/plain', isInline: true, content: Buffer.from('notes') },
  ])
})

test.each([
  ['/etc/passwd', 'passwd'],
  [String.raw`C:\\Users\\bob\\a.txt`, 'a.txt'],
  ['../../a.txt', 'a.txt'],
  ['folder/', null],
])('the filename %s is shown as %s', async (given, shown) => {
  const fields = `Content-Type: a/b\r\nContent-Disposition: attachment; filename="${given}"`
  const { attachments } = await parse(mixed(part(fields, 'x')))
  expect(attachments).toMatchObject([{ filename: shown }])
})

test('an empty text or file stays empty, and does not swallow the parts that follow it', async () => {
  const blank = part('Content-Type: text/plain', '')
  const file = part('Content-Disposition: attachment; filename=f', '')
  const { text, html, attachments } = await parse(
    mixed(blank, file, blank, part('Content-Type: text/html', '<p>Hello</p>'), file),
  )
  expect(text.trim()).toBe('Hello')
  expect(html).toContain('<p>Hello</p>')
  expect(attachments).toMatchObject([
    { filename: 'f', size: 0 },
    { filename: 'f', size: 0 },
  ])
})
