import { describe, expect, test } from 'vitest'
import { parseWholeMessage } from '../parsing/parse-whole-message.ts'
import { add, footer, html, message, multipart, part, text, toText } from './test-footer.ts'

const file = (type: string, name: string, disposition = 'attachment') =>
  part(type, 'hello', `Content-Disposition: ${disposition}; filename=${name}\r\n`)
const encoded = (encoding: string) => `Content-Transfer-Encoding: ${encoding}\r\n`
const below = `hello\r\n${footer.text.trimEnd()}`
const inHtml = '<p>hello</p>\r\n<div>footer</div>\r\n'

describe('the body has the footer', () => {
  test.each([
    ['in a text', text('hello\r\n'), text(`hello\r\n${footer.text}`)],
    ['in a text without a last line end', text('hello'), text(below)],
    ['in an empty text', text(''), text(footer.text)],
    ['in HTML', html('<p>hello</p>'), html(inHtml)],
    [
      'before the last end tag of the body',
      html('<BODY><p>hello</p><!-- </body> --></BODY\n></HTML>'),
      html('<BODY><p>hello</p><!-- </body> -->\r\n<div>footer</div>\r\n</BODY\n></HTML>'),
    ],
    [
      'before the end tag of HTML without one of a body',
      html('hello</html>\r\n'),
      html('hello\r\n<div>footer</div>\r\n</html>\r\n'),
    ],
    [
      'in each alternative',
      multipart(
        'alternative',
        'b',
        text('hello'),
        html('<p>hello</p>'),
        part('text/calendar', 'BEGIN:VCALENDAR'),
      ),
      multipart('alternative', 'b', text(below), html(inHtml), part('text/calendar', 'BEGIN:VCALENDAR')),
    ],
    [
      'in the alternatives before files and a list’s own text',
      multipart(
        'mixed',
        'a',
        multipart('alternative', 'b', text('hello'), html('<p>hello</p>')),
        file('text/plain', 'a.txt'),
        text('list'),
      ),
      multipart(
        'mixed',
        'a',
        multipart('alternative', 'b', text(below), html(inHtml)),
        file('text/plain', 'a.txt'),
        text('list'),
      ),
    ],
    [
      'in HTML with pictures of its own',
      multipart(
        'alternative',
        'b',
        text('hello'),
        multipart('related', 'c', html('<p>hello</p>'), text('picture')),
      ),
      multipart('alternative', 'b', text(below), multipart('related', 'c', html(inHtml), text('picture'))),
    ],
    [
      'after files that come first',
      multipart(
        'mixed',
        'a',
        file('text/plain', 'a.txt'),
        file('text/html', 'a.html', 'inline'),
        text('hello'),
      ),
      multipart(
        'mixed',
        'a',
        file('text/plain', 'a.txt'),
        file('text/html', 'a.html', 'inline'),
        text(below),
      ),
    ],
    [
      'in no message of a digest',
      multipart('mixed', 'a', text('topics'), multipart('digest', 'b', '\r\nSubject: x\r\n\r\nhello')),
      multipart(
        'mixed',
        'a',
        text(`topics\r\n${footer.text.trimEnd()}`),
        multipart('digest', 'b', '\r\nSubject: x\r\n\r\nhello'),
      ),
    ],
    [
      'in the alternatives between the texts of a list',
      multipart(
        'mixed',
        'a',
        text('header'),
        multipart('alternative', 'b', text('hello'), html('<p>hello</p>')),
        text('list'),
      ),
      multipart(
        'mixed',
        'a',
        text('header'),
        multipart('alternative', 'b', text(below), html(inHtml)),
        text('list'),
      ),
    ],
    [
      'and no attached message has it',
      multipart('mixed', 'a', text('hello'), part('message/rfc822', message(text('inner')))),
      multipart('mixed', 'a', text(below), part('message/rfc822', message(text('inner')))),
    ],
  ])('%s', async (_where, given, expected) => {
    for (const pieceBytes of [1, 7, 100_000])
      expect(await toText(message(given), pieceBytes)).toBe(message(expected))
  })

  test('of a message without a header for it', async () => {
    expect(await toText('Subject: x\r\n\r\nhello\r\n')).toBe(`Subject: x\r\n\r\nhello\r\n${footer.text}`)
  })
})

describe('a text is encoded as it was', () => {
  test('in base64', async () => {
    const body = Buffer.from('Gr\u00fc\u00dfe\r\n').toString('base64')
    const written = multipart('mixed', 'a', part('text/plain; charset=utf-8', body, encoded('base64')))
    const content = (await toText(message(written)))!
    expect((await parseWholeMessage(Buffer.from(content))).text).toBe(`Gr\u00fc\u00dfe\r\n${footer.text}`)
    expect(content.slice(content.indexOf('base64'))).toMatch(/^base64\r\n\r\n[\w+/=\r\n]+\r\n--a--\r\n$/)
  })

  test('in quoted-printable', async () => {
    const written = part(
      'text/plain; charset=utf-8',
      'Gr=C3=BC=C3=9Fe=\r\n!\r\n',
      encoded('quoted-printable'),
    )
    const content = (await toText(message(written)))!
    expect(content).toContain('Gr=C3=BC=C3=9Fe!\r\n')
    expect(content).toContain('?t=3D1>')
    expect((await parseWholeMessage(Buffer.from(content))).text).toBe(
      `Gr\u00fc\u00dfe!\n${footer.text.replaceAll('\r', '')}`,
    )
  })

  test.each(['ISO-2022-JP', 'Shift_JIS', 'GB18030', 'windows-1252'])('in the charset %s', async (charset) => {
    const bytes = Buffer.from([0x1b, 0x24, 0x42, 0x3c, 0x2f, 0x62, 0x6f, 0x64, 0x79, 0x3e, 0x1b, 0x28, 0x42])
    const body = (added: string) =>
      Buffer.concat([
        Buffer.from(message(`Content-Type: text/html; charset=${charset}\r\n\r\n`)),
        bytes,
        Buffer.from(`\r\n</p>${added}</body>`),
      ])
    const added = await add(body(''))
    expect(added.content.equals(body('\r\n<div>footer</div>\r\n'))).toBe(true)
  })
})

describe('a message cannot have a footer', () => {
  test.each([
    ['that is signed', multipart('signed', 'a', text('hello'), part('application/pgp-signature', 'x'))],
    ['that is encrypted', multipart('encrypted', 'a', part('application/pgp-encrypted', 'Version: 1'))],
    ['with a signed part', multipart('mixed', 'a', text('hello'), part('application/pkcs7-mime', 'MII'))],
    ['whose text PGP has signed', text('-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\nhello')],
    [
      'with one alternative that cannot',
      multipart('alternative', 'b', text('hello'), part('text/html; charset=utf-16', 'x')),
    ],
    ['in an encoding that nobody knows', text('hello', 'Content-Transfer-Encoding: x-own\r\n')],
    ['without a text', part('application/pdf', 'hello')],
    ['of files alone', multipart('mixed', 'a', file('text/plain', 'a.txt'))],
    ['with a text of more than four megabytes', text('hello hello\r\n'.repeat(400_000))],
  ])('%s', async (_which, given) => {
    expect((await add(message(given))).isAdded).toBe(false)
  })
})

test('a footer is added to four megabytes of end tags in less than a few seconds', async () => {
  const given = message(html('</body </body><!--'.repeat(220_000)))
  const before = process.cpuUsage().user
  expect((await add(given)).isAdded).toBe(true)
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5)
})
