import { describe, expect, test } from 'vitest'
import { parseWholeMessage } from '../parsing/parse-whole-message.ts'
import { footer, message, multipart, part, text, toText } from './test-footer.ts'

const apple = (type: string, body: string, encoding = '7bit', disposition = '') =>
  part(
    type,
    body,
    `${disposition && `Content-Disposition: ${disposition}\r\n`}Content-Transfer-Encoding: ${encoding}\r\n`,
  )
const photo = apple(
  'image/jpeg;\r\n\tname=IMG_0042.jpeg;\r\n\tx-apple-part-url=0C7A',
  '/9j/4AAQSkZJRgABAQAASABIAAD/4QBMRXhpZgAA',
  'base64',
  'inline;\r\n\tfilename=IMG_0042.jpeg',
)
const archive = apple(
  'application/zip;\r\n\tname=photos.zip',
  'UEsDBAoAAAAAAA==',
  'base64',
  'attachment;\r\n\tfilename=photos.zip',
)
const ascii = 'text/plain;\r\n\tcharset=us-ascii'
const page = (body: string) =>
  `<html><head><meta http-equiv="content-type" content="text/html; charset=us-ascii"></head><body dir="auto">${body}</body></html>`
const htmlOf = (body: string) => apple('text/html;\r\n\tcharset=us-ascii', page(body))
const mixed = (...parts: string[]) => multipart('mixed', 'Apple-Mail-3C6C1D8E', ...parts)
const signature = '\r\n\r\nSent from my iPhone'
const signed = `${signature}\r\n${footer.text.trimEnd()}`
const lastPage = '<br>Ada\r\n<div>footer</div>\r\n'

describe('a body of several texts has the footer after the last', () => {
  test.each([
    [
      'with a photo between them, as an iPhone sends it',
      mixed(apple(ascii, 'Look:\r\n'), photo, apple(ascii, signature)),
      mixed(apple(ascii, 'Look:\r\n'), photo, apple(ascii, signed)),
    ],
    [
      'with photos one after the other and text between some',
      mixed(photo, apple(ascii, 'one'), photo, photo, apple(ascii, 'two'), photo, apple(ascii, signature)),
      mixed(photo, apple(ascii, 'one'), photo, photo, apple(ascii, 'two'), photo, apple(ascii, signed)),
    ],
    [
      'with a file between them, as Apple Mail puts it where it was dropped',
      mixed(apple(ascii, 'Look:\r\n'), archive, apple(ascii, signature)),
      mixed(apple(ascii, 'Look:\r\n'), archive, apple(ascii, signed)),
    ],
    [
      'with a photo at the end',
      mixed(apple(ascii, 'Look:\r\n'), apple(ascii, signature), photo),
      mixed(apple(ascii, 'Look:\r\n'), apple(ascii, signed), photo),
    ],
    [
      'of each alternative, as Apple Mail sends HTML with a photo',
      multipart(
        'alternative',
        'Apple-Mail-ALT',
        apple(ascii, signature),
        mixed(htmlOf('Look:<br>'), photo, htmlOf('<br>Ada')),
      ),
      multipart(
        'alternative',
        'Apple-Mail-ALT',
        apple(ascii, signed),
        mixed(htmlOf('Look:<br>'), photo, htmlOf(lastPage)),
      ),
    ],
    [
      'with a list’s text below',
      multipart('mixed', 'list', text('hello'), text('_____\r\nlist@example.net')),
      multipart(
        'mixed',
        'list',
        text('hello'),
        text(`_____\r\nlist@example.net\r\n${footer.text.trimEnd()}`),
      ),
    ],
  ])('%s', async (_which, given, expected) => {
    for (const pieceBytes of [1, 100_000]) {
      const content = await toText(message(given), pieceBytes)
      expect(content).toBe(message(expected))
    }
  })

  test('is what a mail program shows last', async () => {
    const given = mixed(apple(ascii, 'Look:\r\n'), photo, apple(ascii, signature))
    const shown = (await parseWholeMessage(Buffer.from((await toText(message(given)))!))).text
    expect(shown).toMatch(/^Look:\n[^]*Sent from my iPhone\n\n--\nfooter <https:\/\/a\.example\/\?t=1>\n$/)
  })
})
