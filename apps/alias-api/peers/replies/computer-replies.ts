import { html, message, multipart, plain, single, type ReplyAddresses } from './reply-formats.ts'

type Format = [name: string, write: (of: ReplyAddresses) => string]

const id = (host: string) => `Message-ID: <${Math.random().toString(36).slice(2)}@${host}>`
const image = { type: 'image/png; name="image001.png"', text: 'not an image', encoding: 'base64' as const }

/** Replies as programs on computers write them. */
export const computerReplies: Format[] = [
  [
    'Outlook for Windows, with an image',
    (of) =>
      message(
        of,
        [
          id('next.test'),
          'Thread-Index: AQHb',
          'X-Mailer: Microsoft Outlook 16.0',
          `X-MS-TNEF-Correlator: ${of.mailbox}`,
          'Content-Language: en-us',
        ],
        multipart(
          'related; type="multipart/alternative"',
          multipart(
            'alternative',
            plain(
              `Thanks\n\nFrom: Bob <${of.reverse}> \nSent: Tuesday, November 24, 2026 11:02 AM\nTo: ${of.mailbox}\nSubject: ${of.subject}\n`,
              'quoted-printable',
            ),
            html(
              `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name="Generator" content="Microsoft Word 15 (filtered medium)"><!-- ${of.mailbox} --></head><body><p class="MsoNormal">Thanks<img src="cid:image001.png@01DB3E5A.${of.mailbox}"><o:p></o:p></p><p class="MsoNormal"><b>To:</b> <a href="mailto:${of.mailbox}">${of.mailbox}</a></p></body></html>`,
              'quoted-printable',
            ),
          ),
          { ...image, headers: [`Content-ID: <image001.png@01DB3E5A.${of.mailbox}>`] },
        ),
      ),
  ],
  [
    'Apple Mail on a Mac',
    (of) =>
      message(
        of,
        [
          id('next.test'),
          `X-Universally-Unique-Identifier: ${of.mailbox}`,
          'X-Mailer: Apple Mail (2.3826.200.121)',
          `X-Apple-Mail-Remote-Attachments: YES`,
        ],
        multipart(
          'alternative',
          {
            ...plain(
              `Thanks\n\n> On 24 Nov 2026, at 11:02, Bob <${of.reverse}> wrote:\n> \n> to ${of.mailbox}\n`,
              'quoted-printable',
            ),
            type: 'text/plain;\r\n\tcharset=utf-8;\r\n\tformat=flowed',
          },
          html(
            `<html><head></head><body>Thanks<div><br><blockquote type="cite"><div>On 24 Nov 2026, at 11:02, Bob &lt;<a href="mailto:${of.reverse}">${of.reverse}</a>&gt; wrote:</div><div>to <a href="mailto:${of.mailbox}">${of.mailbox}</a></div></blockquote></div></body></html>`,
            'quoted-printable',
          ),
        ),
      ),
  ],
  [
    'Apple Mail, signed by S/MIME',
    (of) =>
      message(
        of,
        [id('next.test'), 'X-Mailer: Apple Mail (2.3826)'],
        multipart(
          'signed; protocol="application/pkcs7-signature"; micalg=sha-256',
          single(plain(`Thanks\n\n> ${of.mailbox}\n`, 'quoted-printable')),
          {
            type: 'application/pkcs7-signature; name=smime.p7s',
            text: `certificate of ${of.mailbox}`,
            encoding: 'base64',
            headers: ['Content-Disposition: attachment; filename=smime.p7s'],
          },
        ),
      ),
  ],
  [
    'Thunderbird, below the quote, with its key and card',
    (of) =>
      message(
        of,
        [
          id('next.test'),
          'User-Agent: Mozilla Thunderbird',
          `Autocrypt: addr=${of.mailbox}; keydata=xsBN`,
          `X-Mozilla-Draft-Info: ${of.mailbox}`,
          `X-Identity-Key: id1`,
        ],
        multipart(
          'mixed',
          {
            ...plain(
              `Am 24.11.26 um 11:02 schrieb Bob:\n> to ${of.mailbox}\n> hello\n\nThanks\n\n-- \nAda <${of.mailbox}>\n`,
            ),
            type: 'text/plain; charset=UTF-8; format=flowed',
          },
          {
            type: 'application/pgp-keys; name="OpenPGP_0x1A2B.asc"',
            text: `key of ${of.mailbox}`,
            encoding: 'base64',
            headers: [
              'Content-Disposition: attachment; filename="OpenPGP_0x1A2B.asc"',
              'Content-Description: OpenPGP public key',
            ],
          },
          {
            type: `text/vcard; charset=UTF-8; name="${of.mailbox}.vcf"`,
            text: `BEGIN:VCARD\nFN:Ada\nEMAIL;TYPE=home:${of.mailbox.slice(0, 5)}\n ${of.mailbox.slice(5)}\nEND:VCARD\n`,
            encoding: 'base64',
            headers: [`Content-Disposition: attachment; filename="${of.mailbox}.vcf"`],
          },
        ),
      ),
  ],
  [
    'Thunderbird in HTML, with an inline image',
    (of) =>
      message(
        of,
        [id('next.test'), 'User-Agent: Mozilla Thunderbird', 'Content-Language: de-DE'],
        multipart(
          'related',
          html(
            `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body><div class="moz-cite-prefix">Am 24.11.26 schrieb Bob:<br></div><blockquote type="cite" cite="mid:a@${of.mailbox.split('@')[1]}"><div class="moz-text-plain">to <a class="moz-txt-link-abbreviated" href="mailto:${of.mailbox}">${of.mailbox}</a></div></blockquote><p>Thanks</p><img moz-do-not-send="false" src="cid:part1.X.${of.mailbox}"></body></html>`,
          ),
          {
            ...image,
            headers: [
              `Content-ID: <part1.X.${of.mailbox}>`,
              'Content-Disposition: inline; filename="image001.png"',
            ],
          },
        ),
      ),
  ],
  [
    'mutt, signed by PGP, below the quote',
    (of) =>
      message(
        of,
        [
          id('laptop.next.test'),
          'User-Agent: Mutt/2.2.13',
          `Mail-Followup-To: ${of.mailbox}`,
          `X-PGP-Key: ${of.mailbox}`,
        ],
        multipart(
          'signed; micalg=pgp-sha512; protocol="application/pgp-signature"',
          single(plain(`* Bob <${of.reverse}> [2026-11-24 11:02]:\n> to ${of.mailbox}\n\nThanks\n`)),
          {
            type: 'application/pgp-signature; name="signature.asc"',
            text: `-----BEGIN PGP SIGNATURE-----\nComment: ${of.mailbox}\n\niQ\n-----END PGP SIGNATURE-----\n`,
          },
        ),
      ),
  ],
  [
    'Outlook, accepting a meeting',
    (of) =>
      message(
        of,
        [
          id('next.test'),
          `Reply-To: ${of.mailbox}`,
          `Sender: ${of.mailbox}`,
          `Disposition-Notification-To: ${of.mailbox}`,
        ],
        multipart('mixed', plain(`Accepted by ${of.mailbox}`), {
          type: 'text/calendar; charset=utf-8; method=REPLY',
          text: `BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nATTENDEE;PARTSTAT=ACCEPTED;CN=Ada;EMAIL=${of.mailbox}:mailto:${of.mailbox}\nDESCRIPTION:a\\n${of.mailbox}\\nb\nEND:VEVENT\nEND:VCALENDAR\n`,
          encoding: 'base64',
          headers: ['Content-Disposition: attachment; filename="invite.ics"'],
        }),
      ),
  ],
]
