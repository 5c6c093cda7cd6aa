import { html, message, multipart, plain, single, type ReplyAddresses } from './reply-formats.ts'

type Format = [name: string, write: (of: ReplyAddresses) => string]

const id = (host: string) => `Message-ID: <${Math.random().toString(36).slice(2)}@${host}>`

/** Replies as programs on phones write them. */
export const phoneReplies: Format[] = [
  [
    'Outlook for phones',
    (of) =>
      message(
        of,
        [id('AM0PR.eurprd.prod.outlook.com'), `authentication-results: dkim=none header.from=${of.mailbox}`],
        single(
          html(
            `<html><body><div>Thanks</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg"><font><b>From:</b> Bob &lt;${of.reverse}&gt;<br><b>To:</b> Ada &lt;${of.mailbox}&gt;</font></div></body></html>`,
            'base64',
          ),
        ),
      ),
  ],
  [
    'Mail on an iPhone, forwarding what it answers',
    (of) =>
      message(
        of,
        [id('next.test'), 'X-Mailer: iPhone Mail (23B85)'],
        multipart(
          'alternative',
          plain(
            `Thanks\n\nSent from my iPhone\n\nBegin forwarded message:\n\n> From: Bob <${of.reverse}>\n> Date: 24 November 2026\n> To: ${of.mailbox}\n> Subject: ${of.subject}\n`,
            'base64',
          ),
          html(
            `<html><body dir="auto">Thanks<br><div dir="ltr">Sent from my iPhone</div><blockquote type="cite"><b>To:</b> <a href="mailto:${of.mailbox}">${of.mailbox}</a><br></blockquote></body></html>`,
            'base64',
          ),
        ),
      ),
  ],
  [
    'K-9, above the quote',
    (of) =>
      message(
        of,
        [id('next.test'), 'User-Agent: K-9 Mail for Android'],
        single(
          plain(
            `Thanks\n-- \nDiese Nachricht wurde von meinem Gerät gesendet.\n\n-------- Original Message --------\nFrom: Bob <${of.reverse}>\nSent: 24 November 2026\nTo: ${of.mailbox}\nSubject: ${of.subject}\n\nhello`,
            'quoted-printable',
          ),
        ),
      ),
  ],
  [
    'Samsung Email',
    (of) =>
      message(
        of,
        [id('email.android.com'), `X-Originating-Email: [${of.mailbox}]`],
        multipart(
          'alternative',
          plain(
            `Thanks\nSent from my Galaxy\n-------- Original message --------From: Bob <${of.reverse}> Date: 24/11/2026 To: ${of.mailbox} Subject: x `,
            'base64',
          ),
          html(
            `<div>Thanks</div><div id="composer_signature"><div style="font-size:12px">Sent from my Galaxy</div></div><div>From: Bob &lt;${of.reverse}&gt; To: Ada &lt;${of.mailbox}&gt;</div>`,
            'base64',
          ),
        ),
      ),
  ],
  [
    'Gmail on Android',
    (of) =>
      message(
        of,
        [id('mail.gmail.com')],
        multipart(
          'alternative',
          plain(`Thanks\n\nOn Tue, 24 Nov 2026, 11:02 Bob, <${of.reverse}> wrote:\n\n> ${of.mailbox}\n`),
          html(
            `<div dir="auto">Thanks</div><br><div class="gmail_quote"><div dir="ltr">On Tue, Bob, &lt;<a href="mailto:${of.reverse}" rel="noreferrer">${of.reverse}</a>&gt; wrote:</div><blockquote>${of.mailbox.replace('@', '&commat;')}</blockquote></div>`,
          ),
        ),
      ),
  ],
  [
    'FairEmail, with the whole header quoted',
    (of) =>
      message(
        of,
        [id('next.test'), 'X-Correlation-ID: 1'],
        single(
          html(
            `<html><body><p>Thanks</p><div fairemail="reply"><p>Return-Path: &lt;bounces+x=${of.mailbox.replace('@', '=')}@list.example&gt;<br>Delivered-To: ${of.mailbox}<br>From: Bob &lt;${of.reverse}&gt;</p></div></body></html>`,
            'quoted-printable',
          ),
        ),
      ),
  ],
]
