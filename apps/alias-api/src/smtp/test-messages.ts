export const author = 'From: bob@example.net\r\n'

/** For tests: a message with everything that is not plain ASCII. */
export const hello = [
  'From: "Bob B\u00f6hm" <Bob@example.net>',
  'To: somebody else <else@example.org>',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Sch\u00f6nen Tag!',
  '.dots',
  '',
].join('\r\n')

/** For tests: a page with an embedded image, and an attachment. */
export const withAttachments = `From: bob@example.net
Subject: files
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/related; boundary=r

--r
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain

see
--a
Content-Type: text/html

<img src="cid:logo@x">
--a--
--r
Content-Type: image/png; name=logo.png
Content-Disposition: inline; filename=logo.png
Content-ID: <logo@x>
Content-Transfer-Encoding: base64

iVBORw==
--r--
--m
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''r%C3%A9sum%C3%A9.pdf
Content-Transfer-Encoding: base64

JVBERi0=
--m--
`.replaceAll('\n', '\r\n')

/** For tests: a message of nested parts, with a text in each. By default deeper than the parser goes. */
export const nestedParts = (levels = 300) =>
  [
    'From: bob@example.net',
    'Subject: deep',
    ...Array.from({ length: levels }, (_, depth) => [
      `Content-Type: multipart/mixed; boundary=b${depth}`,
      '',
      `--b${depth}`,
      '',
      `level ${depth}`,
      `--b${depth}`,
    ]).flat(),
    '',
    '',
  ].join('\r\n')

const bomb = (rest: string) => Buffer.from(`From: bob@example.net\r\nSubject: bomb\r\n${rest}\r\n`)

/** For tests: messages made to exhaust the time or memory of their parser. */
export const bombs = [
  bomb(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--`),
  bomb(`${'X-Header: y\r\n'.repeat(1_500_000)}\r\nx`),
  bomb(`To: ${'(<a@b.c>, '.repeat(500_000)}\r\n\r\nx`),
  bomb(`${'Content-Type: message/rfc822\r\n\r\n'.repeat(100_000)}x`),
]
