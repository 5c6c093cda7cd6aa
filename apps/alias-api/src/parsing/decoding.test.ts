import { expect, test } from 'vitest'
import { inPiecesOf } from '@waypost/storage/testing'
import { parseLargeMessage } from './parse-large-message.ts'
import { parseMessage, type ParsedMessage } from './parse-message.ts'
import { parseWholeMessage } from './parse-whole-message.ts'
import { storeFiles } from './store-files.ts'

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
/** One character for each byte. */
const bytes = (text: string) => Buffer.from(text, 'latin1')

/** Parses a message whole and in pieces: the same is read in it. */
async function parse(message: string): Promise<ParsedMessage> {
  const whole = await parseWholeMessage(bytes(message))
  for (const size of [1, 7, 1000]) expect(await parseLarge(message, size)).toEqual(whole)
  return whole
}

const parseLarge = (message: string, size: number): Promise<ParsedMessage> =>
  storeFiles(parseLargeMessage(inPiecesOf(bytes(message), size)), async () => 'elsewhere')

const textOf = async (fields: string, body: string, type = 'plain') =>
  (
    await parse(lines('From: bob@example.net', `Content-Type: text/${type}${fields}`, '', body))
  ).text.trimEnd()
const encoded = (encoding: string) => `\r\nContent-Transfer-Encoding: ${encoding}`
const fileOf = async (encoding: string, body: string) => {
  const part = ['--b', 'Content-Type: a/b', `Content-Transfer-Encoding: ${encoding}`, '', body]
  const { attachments } = await parse(
    lines('Content-Type: multipart/mixed; boundary=b', '', ...part, '--b--'),
  )
  return attachments[0]!.content.toString('latin1')
}

test.each([
  ['8bit', 'Gr\xfc\xdfe, 5 \x80'],
  ['quoted-printable', 'Gr=FC=DFe, 5 =80'],
  ['base64', bytes('Gr\xfc\xdfe, 5 \x80').toString('base64')],
])('a text of no charset in %s that is not UTF-8 is read as windows-1252', async (encoding, body) => {
  expect(await textOf(encoded(encoding), body)).toBe('Gr\u00fc\u00dfe, 5 \u20ac')
})

test('a text of no charset that is UTF-8 is read as UTF-8', async () => {
  expect(await textOf(encoded('8bit'), Buffer.from('Gr\u00fc\u00dfe').toString('latin1'))).toBe(
    'Gr\u00fc\u00dfe',
  )
})

test('a long text of no charset is read as UTF-8 also where it is cut within a character', async () => {
  const body = Buffer.from(`x${'\u00fc'.repeat(2_000_000)}`).toString('latin1')
  const parsed = await parseLarge(lines('Content-Type: text/plain', '', body), 65_536)
  expect(parsed.text).toMatch(/^x\u00fc+/)
  expect(parsed.isTruncated).toBe(true)
})

test('subject and names that are not UTF-8 are read as windows-1252, and others beside them as UTF-8', async () => {
  const subject = Buffer.from('Gr\u00fc\u00dfe').toString('latin1')
  const parsed = await parse(lines('From: "B\xf6b" <bob@example.net>', `Subject: ${subject}`, '', 'hello'))
  expect(parsed).toMatchObject({ fromName: 'B\u00f6b', from: 'bob@example.net', subject: 'Gr\u00fc\u00dfe' })
})

test.each([
  ['Hi Mom +Jjo-!', 'Hi Mom \u263a!'],
  ['1 +- 1 = 2; +ZeVnLIqe-', '1 + 1 = 2; \u65e5\u672c\u8a9e'],
  ['+2D3eAA', '\u{1f600}'],
  ['+2D0- +AOQx-', '+2D0- +AOQx-'],
])('%s in UTF-7 is read as %s', async (body, text) => {
  expect(await textOf('; charset=utf-7', body)).toBe(text)
  expect(await textOf('; charset="UNICODE-1-1-UTF-7"', body)).toBe(text)
})

test('HTML in UTF-7 is read as HTML', async () => {
  const message = lines('Content-Type: text/html; charset=utf-7', '', '<p>+AOQ-</p>')
  expect(await parse(message)).toMatchObject({ html: expect.stringContaining('<p>\u00e4</p>') })
})

const uuencoded = 'begin 644 a.txt\r\n#0V%T\r\n"0V$\r\n`\r\nend\r\nnot this'

test.each(['x-uuencode', 'X-UUE', 'uuencode'])('a file in %s is decoded', async (encoding) => {
  expect(await fileOf(encoding, uuencoded)).toBe('CatCa')
  expect(await fileOf(encoding, `\r\n${uuencoded}`)).toBe('CatCa')
})

test('a text in x-uuencode is decoded, also where the spaces at the ends of its lines are lost', async () => {
  expect(await textOf(encoded('x-uuencode'), lines('begin 666 a', '"0V$', '!80', 'end'))).toBe('Caa')
})

test.each([
  ['x-uuencode', 'Hello, this is a text.\r\nbegin 644 a'],
  ['base64', 'Hello, this is a text.\r\nAAAA'],
  ['base64', 'Hello world'],
  ['base64', '[removed]'],
  ['base64', 'Hello'],
  ['base64', ''],
])('a content that claims %s and is not in it is left as it is: %s', async (encoding, body) => {
  expect((await textOf(encoded(encoding), body)).replaceAll('\r\n', '\n')).toBe(body.replaceAll('\r\n', '\n'))
  expect(await fileOf(encoding, body)).toBe(body)
})

test.each([
  ['in lines', 'SGVs\r\nbG8h\r\n', 'Hello!'],
  ['on one line', 'SGVsbG8=', 'Hello'],
  ['with spaces and other characters in it', 'SGVs\r\n bG-8h?\r\n', 'Hello!'],
  ['with another character in its first line', 'SGVs*bG8h', 'Hello!'],
  ['with a space in its first line', 'SGVs bG8h', 'Hello!'],
  ['without its padding', 'SGVsbG8', 'Hello'],
  ['with each line padded', 'SGU=\r\nbGxv\r\nIQ==\r\n', 'Hello!'],
  ['with each group padded', 'SGU=bGxvIQ==', 'Hello!'],
  ['with a list\u2019s footer behind it', 'SGVsbG8=\r\n_______\r\nUnsubscribe here\r\n', 'Hello'],
  ['with a word behind it', 'SGVsbG8=\r\nUnsubscribe\r\n', 'Hello'],
  ['with a malformed boundary behind it', 'SGVsbG8=\r\n--boundary-\r\nAAAA\r\n', 'Hello'],
])('base64 %s is decoded to its end', async (_what, body, content) => {
  expect(await fileOf('base64', body)).toBe(content)
  expect(await textOf(encoded('base64'), body)).toBe(content)
})

test('large files in base64 and uuencode are decoded in linear time, on however few lines', async () => {
  const body = 'QUJD'.repeat(2_000_000)
  for (const encoding of ['base64', 'x-uuencode'])
    for (const begun of ['', 'AA==', 'begin 644 a\r\n', 'begin 644 '])
      for (const rest of [body, '='.repeat(body.length), '+'.repeat(body.length)]) {
        const fields = `Content-Type: a/b\r\nContent-Transfer-Encoding: ${encoding}`
        const { attachments } = await parseLarge(lines(fields, '', begun + rest), 65_536)
        expect(attachments).toHaveLength(1)
      }
})

test.each([
  ['bob@example.net (Bob B\u00f6hm)', 'Bob B\u00f6hm', 'bob@example.net'],
  ['Bob (at work) <bob@example.net> (the first)', 'Bob', 'bob@example.net'],
  ['(a comment) bob@example.net', 'a comment', 'bob@example.net'],
  ['"Bob (no comment)" <bob@example.net>', 'Bob (no comment)', 'bob@example.net'],
  ['Bob <bob(a comment)@example.net>', 'Bob', 'bob@example.net'],
  ['Bob (a (nested) comment) <bob@example.net>', 'Bob', 'bob@example.net'],
  [String.raw`Bob (a \) parenthesis) <bob@example.net>`, 'Bob', 'bob@example.net'],
  ['=?utf-8?q?B=C3=B6hm=2C_Bob?= <bob@example.net>', 'B\u00f6hm, Bob', 'bob@example.net'],
])('the author %s is %s <%s>', async (from, fromName, address) => {
  const message = Buffer.from(lines(`From: ${from}`, '', 'hello')).toString('latin1')
  expect(await parse(message)).toMatchObject({ fromName, from: address })
})

test('the text of a message in HTML alone is what its HTML shows', async () => {
  const html =
    '<html><head><style>p { color: red }</style></head><body><p>Hello &amp; <b>welcome</b></p><p>Bye</p></body></html>'
  const text = await textOf('', html, 'html')
  expect(text.split(/\s+/)).toEqual(['Hello', '&', 'welcome', 'Bye'])
})

test('line ends that are encoded in quoted-printable are read as those between lines', async () => {
  expect(await textOf(encoded('quoted-printable'), 'one=0D=0Atwo=\r\n\r\nthree')).toBe('one\ntwo\nthree')
})

test.each(['text/plain\r\n\r\n', 'text/plain\r\n\r\n \r\n\r\n', 'text/plain\r\n'])(
  'the text of an email is what its HTML shows where the text beside it is blank (%j)',
  async (blank) => {
    const parts = [blank, 'text/html\r\n\r\n<p>Hello']
    const body = parts.map((part) => `--b\r\nContent-Type: ${part}`)
    const { text } = await parse(
      lines('Content-Type: multipart/alternative; boundary=b', '', ...body, '--b--'),
    )
    expect(text.trim()).toBe('Hello')
  },
)

const withFile = (fields: string) =>
  lines('Content-Type: multipart/mixed; boundary=b', '', '--b', fields, '', 'x', '--b--')

test.each([
  ['a subject of more than 1,000 characters', lines(`Subject: ${'x'.repeat(1001)}`, '', '')],
  ['more than 2 MiB of text', lines('Subject: a', '', 'x'.repeat(2 * 1024 * 1024 + 1))],
  [
    'more than 1,000 files',
    lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...Array.from({ length: 1001 }, () => '--b\r\nContent-Type: a/b\r\n\r\nx'),
      '--b--',
    ),
  ],
  ...(
    [
      ['a file name', (long: string) => `Content-Disposition: attachment; filename=${long}`],
      ['a content type', (long: string) => `Content-Type: a/${long}`],
      ['a content id', (long: string) => `Content-Type: a/b\r\nContent-ID: <${long}>`],
    ] as const
  ).map(([what, field]) => [`${what} of more than 1,000 characters`, withFile(field('x'.repeat(1001)))]),
])('a message of %s is read as truncated', async (_what, message) => {
  const { isTruncated } = await parseWholeMessage(bytes(message))
  expect(isTruncated).toBe(true)
  const small = await parseMessage(bytes(message))
  expect(small.isTruncated).toBe(true)
  const large = await parseLarge(message, 60_000)
  expect(large.isTruncated).toBe(true)
})

test('a file is read whole whose name, type and content id have 1,000 characters each', async () => {
  const name = 'x'.repeat(1000)
  const fields = lines(
    `Content-Type: a/${name.slice(2)}`,
    `Content-Disposition: attachment; filename="folder/${name}"`,
    `Content-ID: <${name}>`,
  )
  for (const parsed of [
    await parseMessage(bytes(withFile(fields))),
    await parseWholeMessage(bytes(withFile(fields))),
    await parseLarge(withFile(fields), 1000),
  ]) {
    const { isTruncated, attachments } = parsed
    expect({ isTruncated, attachments }).toMatchObject({
      isTruncated: false,
      attachments: [{ filename: name, contentType: `a/${name.slice(2)}`, contentId: name }],
    })
  }
})
