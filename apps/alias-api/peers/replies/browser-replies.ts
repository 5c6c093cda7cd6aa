import { html, message, multipart, plain, single, type ReplyAddresses } from './reply-formats.ts'

type Format = [name: string, write: (of: ReplyAddresses) => string]

const id = (host: string) => `Message-ID: <${Math.random().toString(36).slice(2)}@${host}>`

/** Replies as mail in the browser writes them. */
export const browserReplies: Format[] = [
  [
    'Gmail in the browser',
    (of) =>
      message(
        of,
        [id('mail.gmail.com'), 'X-Gm-Message-State: AOJu0Y', `X-Forwarded-Encrypted: i=1; ${of.mailbox}`],
        multipart(
          'alternative',
          plain(
            `Thanks!\n\nOn Tue, Nov 24, 2026 at 11:02 AM Bob <\n${of.reverse}> wrote:\n\n> hello ${of.mailbox}\n`,
            'quoted-printable',
          ),
          html(
            `<div dir="ltr">Thanks!</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Nov 24, 2026 at 11:02 AM Bob &lt;<a href="mailto:${of.reverse}" target="_blank">${of.reverse}</a>&gt; wrote:<br></div><blockquote class="gmail_quote">To: <a href="mailto:${of.mailbox}">${of.mailbox}</a></blockquote></div>`,
            'quoted-printable',
          ),
        ),
      ),
  ],
  [
    'Outlook in the browser',
    (of) =>
      message(
        of,
        [
          id('DB7PR01MB1.eurprd01.prod.exchangelabs.com'),
          'Thread-Index: AQHb',
          `X-MS-Exchange-CrossTenant-mailboxtype: HOSTED ${of.mailbox}`,
          `x-ms-exchange-senderadcheck: ${of.mailbox}`,
        ],
        multipart(
          'alternative',
          plain(
            `Thanks\n________________________________\nFrom: Bob <${of.reverse}>\nSent: Tuesday, November 24, 2026 11:02\nTo: ${of.mailbox} <${of.mailbox}>\nSubject: ${of.subject}\n\nhello`,
            'base64',
          ),
          html(
            `<html><body><div class="elementToProof">Thanks</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Bob &lt;${of.reverse}&gt;<br><b>Sent:</b> Tuesday<br><b>To:</b> <a href="mailto:${of.mailbox.toUpperCase()}" id="OWA1" data-auth="Verified" title="mailto:${of.mailbox}">${of.mailbox}</a><br></div></body></html>`,
            'base64',
          ),
        ),
      ),
  ],
  [
    'Yahoo in the browser',
    (of) =>
      message(
        of,
        [id('mail.yahoo.com'), `X-YMail-OSG: ${of.mailbox}`, 'X-Mailer: WebService/1.1.22876 YMailNorrin'],
        multipart(
          'alternative',
          plain(
            ` Thanks\n    On Tuesday, November 24, 2026 at 11:02:00 AM GMT+1, Bob <${of.reverse}> wrote:  \n \n to ${of.mailbox} `,
          ),
          html(
            `<div class="ydp1yahoo-style-wrap">Thanks</div><div id="ydp2yahoo_quoted_1" class="yahoo_quoted"><div>On Tuesday, Bob &lt;<a rel="nofollow" ymailto="mailto:${of.reverse}" href="mailto:${of.reverse}">${of.reverse}</a>&gt; wrote:</div><div>to <span>${of.mailbox.replace('@', '</span>@<span>')}</span></div></div>`,
          ),
        ),
      ),
  ],
  [
    'Proton, with the key attached',
    (of) =>
      message(
        of,
        [id('proton.me'), 'Feedback-ID: 1:user:proton'],
        multipart(
          'mixed',
          multipart(
            'alternative',
            plain(
              `Thanks\n\nSent with Proton Mail secure email.\n\nOn Tuesday, Bob <${of.reverse}> wrote:\n\n> ${of.mailbox}\n`,
              'quoted-printable',
            ),
            html(
              `<div>Thanks</div><div class="protonmail_quote">On Tuesday, Bob &lt;${of.reverse}&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${of.mailbox.replace('@', '&#x40;')}</blockquote></div>`,
              'base64',
            ),
          ),
          {
            type: `application/pgp-keys; filename="publickey - ${of.mailbox} - 0x1A2B.asc"; name="publickey - ${of.mailbox} - 0x1A2B.asc"`,
            text: `-----BEGIN PGP PUBLIC KEY BLOCK-----\nComment: ${of.mailbox}\n\nxsBN\n-----END PGP PUBLIC KEY BLOCK-----\n`,
            encoding: 'base64',
            headers: [`Content-Disposition: attachment; filename="publickey - ${of.mailbox} - 0x1A2B.asc"`],
          },
        ),
      ),
  ],
  [
    'Fastmail, quoted below the answer',
    (of) =>
      message(
        of,
        [id('app.fastmail.com'), 'User-Agent: Cyrus-JMAP/3.13', `X-ME-Sender: <xms:${of.mailbox}>`],
        multipart(
          'alternative',
          plain(`On Tue, 24 Nov 2026, at 11:02, Bob (${of.reverse}) wrote:\n> to ${of.mailbox}\n\nThanks`),
          html(
            `<!DOCTYPE html><html><body><div>On Tue, Bob wrote:</div><blockquote type="cite" id="qt">to ${of.mailbox}</blockquote><div>Thanks</div></body></html>`,
          ),
        ),
      ),
  ],
  [
    'Roundcube, with the address in a link of a list',
    (of) =>
      message(
        of,
        [id('next.test'), 'User-Agent: Roundcube Webmail/1.6', `X-Sender: ${of.mailbox}`],
        multipart(
          'alternative',
          {
            ...plain(
              `Thanks\n\nAm 2026-11-24 11:02, schrieb Bob:\n\n> http://list.example/u?e=${encodeURIComponent(of.mailbox)}&x=1 [1]\n`,
            ),
            type: 'text/plain; charset=UTF-8; format=flowed',
          },
          html(
            `<p>Thanks</p><blockquote><a href="http://list.example/u?e=${encodeURIComponent(of.mailbox)}&amp;n=${of.mailbox.replace('@', '=')}">leave</a><img src="http://list.example/o?${encodeURIComponent(encodeURIComponent(of.mailbox))}"></blockquote>`,
          ),
        ),
      ),
  ],
  [
    'GMX, with a rewritten quote',
    (of) =>
      message(
        of,
        [id('3c-app-gmx-bs01'), `X-Provags-ID: V03:K1:${of.mailbox}`, 'X-UI-Message-Type: mail'],
        single(
          html(
            `<html><body><div style="font-family: Verdana">Danke<div class="signature"><a href="mailto:${of.mailbox}">${of.mailbox.split('').join('\u200b')}</a></div><div name="quote" style="margin:10px"><b>Gesendet:</b> Dienstag<br><b>Von:</b> "Bob" &lt;${of.reverse}&gt;<br><b>An:</b> ${of.mailbox.replace('.', '&period;')}</div></div></body></html>`,
            'quoted-printable',
          ),
        ),
      ),
  ],
  [
    'Zimbra, as plain text with the header below',
    (of) =>
      message(
        of,
        [
          id('next.test'),
          `X-Originating-IP: [203.0.113.9]`,
          'X-Mailer: Zimbra 10',
          `X-Authenticated-User: ${of.mailbox}`,
        ],
        single(
          plain(
            `Thanks\n\n----- Original Message -----\nFrom: "Bob" <${of.reverse}>\nTo: "${of.mailbox}" <${of.mailbox}>\nSent: Tuesday\nSubject: ${of.subject}\n\nhello`,
            'base64',
          ),
        ),
      ),
  ],
]
