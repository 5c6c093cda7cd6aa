/** For tests: a page with a picture of its own, and a file. */
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

/** For tests: a message in which parts are in parts, deeper than anybody looks. */
export const bottomless = [
  'From: bob@example.net',
  'Subject: deep',
  ...Array.from({ length: 300 }, (_, depth) => [
    `Content-Type: multipart/mixed; boundary=b${depth}`,
    '',
    `--b${depth}`,
  ]).flat(),
  '',
  '',
].join('\r\n')
