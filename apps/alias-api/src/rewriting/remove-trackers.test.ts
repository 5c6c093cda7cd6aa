import { inPiecesOf } from '@waypost/storage/testing'
import { describe, expect, test } from 'vitest'
import { parseWholeMessage } from '../parsing/parse-whole-message.ts'
import { removeTrackers } from './remove-trackers.ts'
import type { Removed } from './removed.ts'

const pixel = '<img src="https://px.shop.example/o/1.gif" width="1" height="1">'
const image = '<img src="https://cdn.shop.example/logo.png" width="200" height="50">'

async function rewrite(content: Buffer | string, pieceBytes = 100_000) {
  const rewriting = removeTrackers(inPiecesOf(Buffer.from(content), pieceBytes))
  const pieces: Buffer[] = []
  let next: IteratorResult<Buffer, Removed> = await rewriting.next()
  for (; !next.done; next = await rewriting.next()) pieces.push(next.value)
  return { content: Buffer.concat(pieces), removed: next.value }
}

const one = { pixels: 1, links: 0, hosts: ['px.shop.example'] }
const none = { pixels: 0, links: 0, hosts: [] }

/** A message of one part. */
const message = (
  html: Buffer | string,
  { encoding = '8bit', type = 'text/html; charset=utf-8' } = {},
): Buffer =>
  Buffer.concat([
    Buffer.from(`Subject: x\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
    Buffer.from(html),
  ])
const base64 = (text: Buffer | string) =>
  Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n') + '\r\n'

describe('the transfer encoding of a part', () => {
  test('8bit stays, with every byte that is not of a tracker', async () => {
    const html = `<p>Gr\u00fc\u00dfe</p>${pixel}\r\n${image}\r\n`
    const { content, removed } = await rewrite(message(html))
    expect(content.equals(message(html.replace(pixel, '')))).toBe(true)
    expect(removed).toEqual(one)
  })

  test('base64 stays, in lines that a mail may have', async () => {
    const html = `<p>Gr\u00fc\u00dfe</p>${pixel}\r\n${image.repeat(9)}\r\n`
    const { content, removed } = await rewrite(message(base64(html), { encoding: 'base64' }))
    expect(removed).toEqual(one)
    const lines = content.toString().split('\r\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBe(76)
    expect((await parseWholeMessage(content)).html).toBe(html.replace(pixel, ''))
  })

  test('quoted-printable stays, where a tracker is over several of its lines', async () => {
    const { content, removed } = await rewrite(
      message(
        '<p>Gr=C3=BC=C3=9Fe</p><a href=3D"https://a.example/?utm_=\r\nsource=3Dn&amp;id=3D7">x</a><im=\r\ng src=3D"https://px.shop.example/o/1.gif" width=3D1 =\r\nheight=3D"1">\r\n',
        { encoding: 'quoted-printable' },
      ),
    )
    expect(removed).toEqual({ ...one, links: 1 })
    expect(content.toString()).toContain('quoted-printable\r\n\r\n<p>Gr=C3=BC=C3=9Fe</p>')
    expect((await parseWholeMessage(content)).html).toBe(
      '<p>Gr\u00fc\u00dfe</p><a href="https://a.example/?id=7">x</a>\n',
    )
  })

  test('quoted-printable has no line end that a mail may not have', async () => {
    const html = `a=0Ab=0Dc=0D=0Ad ${pixel.replaceAll('=', '=3D')} \r\n`
    const { content } = await rewrite(message(html, { encoding: 'quoted-printable' }))
    expect(content.toString()).not.toMatch(/[^\r]\n|\r[^\n]/)
    expect(content.toString().endsWith('a\r\nb\r\nc\r\nd=20\r\n')).toBe(true)
  })

  test('that nobody knows leaves the part as it is', async () => {
    const given = message(pixel, { encoding: 'x-own' })
    const { content, removed } = await rewrite(given)
    expect(content.equals(given)).toBe(true)
    expect(removed).toEqual({ ...none, skipped: 'parts' })
  })
})

const typeOf = (charset: string) => `text/html; charset=${charset}`

describe('the charset of a part', () => {
  test.each([
    ['windows-1252', Buffer.from('Gr\xfc\xdfe', 'latin1')],
    ['shift_jis', Buffer.from([0x83, 0x5c, 0x83, 0x7c])],
    ['gb18030', Buffer.from([0x81, 0x30, 0x81, 0x30])],
    ['big5', Buffer.from([0xa4, 0x5c])],
    ['x-nobody-knows', Buffer.from([0xff, 0xfe, 0x80])],
  ])('%s stays, byte for byte', async (charset, text) => {
    const html = (tracker: string) => Buffer.concat([text, Buffer.from(tracker), text])
    const { content, removed } = await rewrite(message(html(pixel), { type: typeOf(charset) }))
    expect(removed).toEqual(one)
    expect(content.equals(message(html(''), { type: typeOf(charset) }))).toBe(true)
  })

  test('iso-2022-jp stays, whose characters may look like tags', async () => {
    const shifted = Buffer.from('\x1b$B<img src=\x1b(B')
    const html = (tracker: string) => Buffer.concat([shifted, Buffer.from(tracker), shifted])
    const { content, removed } = await rewrite(message(html(pixel), { type: typeOf('ISO-2022-JP') }))
    expect(removed).toEqual(one)
    expect(content.equals(message(html(''), { type: typeOf('ISO-2022-JP') }))).toBe(true)
  })

  test('UTF-16 leaves the part as it is', async () => {
    const given = message(base64(Buffer.from(pixel, 'utf16le')), {
      type: typeOf('utf-16le'),
      encoding: 'base64',
    })
    const { content, removed } = await rewrite(given)
    expect(content.equals(given)).toBe(true)
    expect(removed).toEqual({ ...none, skipped: 'parts' })
  })
})

const parts = (type: string, ...each: string[]) =>
  `Subject: x\r\nContent-Type: multipart/${type}; boundary="b"\r\n\r\npreamble\r\n--b\r\n${each.join('\r\n--b\r\n')}\r\n--b--\r\nepilogue\r\n`

const text = (query: string) => `Content-Type: text/plain\r\n\r\n${pixel} https://a.example/${query}`
const file = `Content-Type: text/html; name=a.html\r\nContent-Disposition: attachment; filename=a.html\r\n\r\n${pixel}`
const textFile = `Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nhttps://a.example/?utm_source=n`
const inner = `Content-Type: message/rfc822\r\n\r\nSubject: inner\r\nContent-Type: text/html\r\n\r\n${pixel}`
const digest =
  'Content-Type: multipart/digest; boundary=c\r\n\r\n--c\r\n\r\nSubject: inner\r\n\r\nhttps://a.example/?utm_source=n\r\n--c--'
const html = (tracker: string) => `Content-Type: text/html\r\n\r\n<p>x</p>${tracker}`
const whole = (tracker: string, query: string) =>
  parts('mixed', text(query), html(tracker), file, textFile, inner, digest)

describe('in a message with several parts', () => {
  test('only what is shown changes, a text in its links alone: no file, no message in it', async () => {
    for (const pieceBytes of [1, 7, 100_000]) {
      const { content, removed } = await rewrite(whole(pixel, '?utm_source=n'), pieceBytes)
      expect(removed).toEqual({ ...one, links: 1 })
      expect(content.toString()).toBe(whole('', ''))
    }
  })

  test('with nothing to take out, every byte stays', async () => {
    const given = parts('alternative', text('?id=7'), html(image), `\r\n`, html(''))
    const { content, removed } = await rewrite(given)
    expect(removed).toEqual(none)
    expect(content.toString()).toBe(given)
  })

  test.each([
    parts(
      'signed; protocol="application/pgp-signature"',
      html(pixel),
      'Content-Type: application/pgp-signature\r\n\r\nx',
    ),
    parts('encrypted', 'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1', html(pixel)),
    parts('mixed', html(pixel), 'Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n\r\nMII'),
  ])('one that is signed or encrypted is not rewritten: %#', async (given) => {
    expect((await rewrite(given)).removed).toEqual({ ...none, skipped: 'message' })
  })

  test('HTML with a text in it that PGP has signed stays as it is', async () => {
    const given = parts('mixed', html(`-----BEGIN PGP SIGNED MESSAGE-----${pixel}`))
    const { content, removed } = await rewrite(given)
    expect([content.toString(), removed]).toEqual([given, { ...none, skipped: 'parts' }])
  })
})

test('more HTML than four megabytes stays as it is, and what follows it does not', async () => {
  const huge = `Content-Type: text/html\r\n\r\n${pixel}${'<p>long</p>\r\n'.repeat(400_000)}`
  const { content, removed } = await rewrite(parts('mixed', huge, html(pixel)))
  expect(removed).toEqual({ ...one, skipped: 'parts' })
  expect(content.toString() === parts('mixed', huge, html(''))).toBe(true)
})

test('names twenty hosts at most, each once', async () => {
  const many = Array.from({ length: 40 }, (_, number) => pixel.replace('px', `px${number % 30}`)).join('\r\n')
  const { removed } = await rewrite(message(many))
  expect([removed.pixels, removed.hosts.length, new Set(removed.hosts).size]).toEqual([40, 20, 20])
})
