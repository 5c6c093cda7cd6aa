import { inPiecesOf } from '@waypost/storage/testing'
import { describe, expect, test } from 'vitest'
import { parseWholeMessage } from '../parsing/parse-whole-message.ts'
import { removeTrackers } from './remove-trackers.ts'
import type { Removed } from './removed.ts'
import { multipart, part } from './test-footer.ts'

async function rewrite(content: Buffer | string) {
  const rewriting = removeTrackers(inPiecesOf(Buffer.from(content), 100))
  const pieces: Buffer[] = []
  let next: IteratorResult<Buffer, Removed> = await rewriting.next()
  for (; !next.done; next = await rewriting.next()) pieces.push(next.value)
  return { content: Buffer.concat(pieces), removed: next.value }
}

const one = { pixels: 0, links: 1, hosts: [] }
const link = 'https://a.example/?id=7&utm_source=n'
const clean = 'https://a.example/?id=7'

const message = (text: Buffer | string, encoding = '8bit', type = 'text/plain; charset=utf-8'): Buffer =>
  Buffer.concat([
    Buffer.from(`Subject: x\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
    Buffer.from(text),
  ])

const quoted = (url: string) => `Gr\u00fc\u00dfe \tx\r\n\r\n> ${url}\r\n-- \r\nBob  \r\n`

describe('the transfer encoding of a text stays:', () => {
  test.each(['7bit', '8bit', 'binary'])(
    '%s, with every byte but those of the parameters',
    async (encoding) => {
      const { content, removed } = await rewrite(message(quoted(link), encoding))
      expect(content.equals(message(quoted(clean), encoding))).toBe(true)
      expect(removed).toEqual(one)
    },
  )

  test('base64', async () => {
    const encoded = Buffer.from(`Gr\u00fc\u00dfe\r\n${link}\r\n`.repeat(9))
      .toString('base64')
      .replaceAll(/.{76}/g, '$&\r\n')
    const { content, removed } = await rewrite(message(`${encoded}\r\n`, 'base64'))
    expect(removed).toEqual({ ...one, links: 9 })
    expect((await parseWholeMessage(content)).text).toBe(`Gr\u00fc\u00dfe\r\n${clean}\r\n`.repeat(9))
  })

  test('quoted-printable, where a link is over several of its lines', async () => {
    const { content, removed } = await rewrite(
      message(
        'Gr=C3=BC=C3=9Fe =\r\nhttps://a.example/?id=3D7&utm_=\r\nsource=3Dn\r\n--=20\r\nBob=20\r\n',
        'quoted-printable',
      ),
    )
    expect(removed).toEqual(one)
    expect(content.toString()).toContain(
      'quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe https://a.example/?id=3D7\r\n--=20\r\nBob=20\r\n',
    )
  })
})

test.each([
  ['windows-1252', Buffer.from('Gr\xfc\xdfe', 'latin1')],
  ['shift_jis', Buffer.from([0x83, 0x5c, 0x83, 0x7c])],
  ['gb18030', Buffer.from([0x81, 0x30, 0x81, 0x30])],
  ['iso-2022-jp', Buffer.from('\x1b$B<img src=\x1b(B')],
  ['x-nobody-knows', Buffer.from([0xff, 0xfe, 0x80])],
])('a text in %s stays, byte for byte, but for its links', async (charset, bytes) => {
  const given = (url: string) =>
    message(Buffer.concat([bytes, Buffer.from(` ${url} `), bytes]), '8bit', `text/plain; charset=${charset}`)
  const { content, removed } = await rewrite(given(link))
  expect(removed).toEqual(one)
  expect(content.equals(given(clean))).toBe(true)
})

const flowed = (url: string, more = '') =>
  message(
    `A paragraph \r\nof two lines \r\n${url} \r\nand more\r\n`,
    '7bit',
    `text/plain; format=flowed${more}`,
  )

test('a flowed text keeps its lines, and a link goes on after a space where it says so', async () => {
  expect((await rewrite(flowed(link))).content.toString()).toBe(flowed(clean).toString())
  const delSp = await rewrite(flowed(link, '; DelSp=yes'))
  expect(delSp.content.toString()).toBe(flowed(`${clean}&`, '; DelSp=yes').toString())
})

const mixed = (url: string) =>
  `Subject: x\r\n${multipart('mixed', 'b', part('text/plain', url), part('image/png', 'x'), part('text/plain', url))}`

test('a text without a header for it loses its tracking parameters, and so does each of several', async () => {
  expect((await rewrite(`Subject: x\r\n\r\n${link}\r\n`)).content.toString()).toBe(
    `Subject: x\r\n\r\n${clean}\r\n`,
  )
  const { content, removed } = await rewrite(mixed(link))
  expect([content.toString(), removed]).toEqual([mixed(clean), { ...one, links: 2 }])
})

const both = (url: string) =>
  `Subject: x\r\n${multipart('alternative', 'b', part('text/plain', url), part('text/html', `<a href="${url}">x</a>`))}`

test('a link in the text and in the HTML counts twice', async () => {
  const { content, removed } = await rewrite(both(link))
  expect([content.toString(), removed]).toEqual([both(clean), { ...one, links: 2 }])
})

test.each([
  ['that PGP has signed', message(`-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n${link}\r\n`)],
  [
    'in UTF-16',
    message(Buffer.from(link, 'utf16le').toString('base64'), 'base64', 'text/plain; charset=utf-16le'),
  ],
  ['in an encoding that nobody knows', message(link, 'x-own')],
  ['of more than four megabytes', message(`${link}\r\n`.repeat(120_000))],
])('a text %s stays as it is, and that is said', async (_which, given) => {
  const { content, removed } = await rewrite(given)
  expect(content.equals(given)).toBe(true)
  expect(removed).toEqual({ pixels: 0, links: 0, hosts: [], skipped: 'parts' })
})

test.each([
  multipart('signed', 'b', part('text/plain', link), part('application/pkcs7-signature', 'x')),
  multipart('signed', 'b', part('text/plain', link), part('application/pgp-signature', 'x')),
  multipart('encrypted', 'b', part('application/pgp-encrypted', 'Version: 1'), part('text/plain', link)),
])('a text in a signed or encrypted message is not rewritten: %#', async (given) => {
  expect((await rewrite(`Subject: x\r\n${given}`)).removed).toEqual({
    pixels: 0,
    links: 0,
    hosts: [],
    skipped: 'message',
  })
})
