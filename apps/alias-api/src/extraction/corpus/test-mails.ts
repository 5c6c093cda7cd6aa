import { others } from './test-other-phrases.ts'
import type { Phrases } from './test-phrases.ts'
import { western } from './test-western-phrases.ts'

/** For tests: an email, and what somebody would take out of it. */
export interface TestMail {
  name: string
  subject: string
  text: string
  html: string
  code: string | undefined
  link: string | undefined
}

interface Shape {
  name: string
  code?: string
  link?: string
  write: (says: Phrases, code: string) => { subject: string; text?: string; html?: string }
}

const link = 'https://lumen.example/account/4f9c2d7a81?token=Zx8kQ2&lang=1'
const p = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('')
const a = (url: string, says: string) =>
  `<a href="${url.replaceAll('&', '&amp;')}" style="color:#102030">${says}</a>`
const fill = (sentence: string, code: string) => sentence.replace('{code}', code).replace('{n}', code)
const footer = (says: Phrases) =>
  `<table><tr><td>${a('https://lumen.example/unsubscribe?u=48291', says.unsubscribe)} · ${a('https://lumen.example/privacy', says.privacy)}</td></tr><tr><td>${says.place}</td></tr><tr><td>${says.phone}</td></tr><tr><td>© 2026 Lumen</td></tr></table>`
const page = (body: string) =>
  `<!DOCTYPE html><html><head><style>.a{color:#482913;width:600px}</style><title>Lumen 2026</title></head><body><!-- 884422 -->${body}</body></html>`

const shapes: Shape[] = [
  {
    name: 'a sentence in plain text',
    code: '482913',
    write: (says, code) => ({
      subject: 'Lumen',
      text: `${says.hello}\n\n${fill(says.codeIs, code)} ${says.expires}\n${says.secret}\n\n${says.place}\n${says.phone}\n`,
    }),
  },
  {
    name: 'a code in the subject and large in HTML',
    code: '730164',
    write: (says, code) => ({
      subject: fill(says.codeSubject, code),
      html: page(`<h1>${code}</h1>${p(says.expires, says.ignore)}${footer(says)}`),
    }),
  },
  {
    name: 'a code in a cell of a table',
    code: '059318',
    write: (says, code) => ({
      subject: says.signInCode,
      html: page(
        `<table><tr><td>${says.hello}</td></tr><tr><td>${says.enterCode}</td></tr><tr><td style="font-size:32px"><b>${code}</b></td></tr><tr><td>${says.expires}</td></tr></table>${footer(says)}`,
      ),
    }),
  },
  {
    name: 'a code with a space',
    code: '615 027',
    write: (says, code) => ({
      subject: 'Lumen',
      html: page(
        `${p(says.enterCode)}<div class="code">${code}</div>${p(says.expires, says.secret)}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'a code with a cell for each digit',
    code: '904127',
    write: (says, code) => ({
      subject: says.signInCode,
      html: page(
        `${p(says.enterCode)}<table><tr>${Array.from(code, (digit) => `<td>${digit}</td>`).join('')}</tr></table>${p(says.expires)}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'a code of letters and digits',
    code: 'X7K9QP',
    write: (says, code) => ({
      subject: 'Lumen',
      text: `${says.hello}\n\n${says.oneTime}\n\n    ${code}\n\n${says.expires}\n\n--\n${says.place}\n`,
    }),
  },
  {
    name: 'a code with a hyphen',
    code: 'R4D-K82',
    write: (says, code) => ({
      subject: says.signInCode,
      html: page(`${p(says.enterCode)}<p><strong>${code}</strong></p>${p(says.secret)}${footer(says)}`),
    }),
  },
  {
    name: 'a code with a prefix',
    code: 'G-358204',
    write: (says, code) => ({
      subject: fill(says.codeSubject, code),
      text: `${fill(says.codeIs, code)}\n${says.ignore}\n`,
    }),
  },
  {
    name: 'a code beside a device, an address and a time',
    code: '271830',
    write: (says, code) => ({
      subject: 'Lumen',
      html: page(
        `${p(says.hello, fill(says.codeIs, `<b>${code}</b>`), says.device, says.expires)}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'four digits beside a year',
    code: '4831',
    write: (says, code) => ({
      subject: 'Lumen',
      text: `${fill(says.pinIs, code)}\n${says.expires}\n\n© 2026 Lumen\n${says.place}\n`,
    }),
  },
  {
    name: 'eight digits beside an order',
    code: '83920175',
    write: (says, code) => ({
      subject: 'Lumen',
      text: `${fill(says.orderSent, '48271934')}\n\n${fill(says.codeIs, code)}\n${says.secret}\n`,
    }),
  },
  {
    name: 'a code and a link that do the same',
    code: '196402',
    link,
    write: (says, code) => ({
      subject: says.signInCode,
      html: page(
        `${p(says.thanks, fill(says.codeIs, code))}${a(link, says.confirmButton)}${p(says.expires)}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'a button that confirms',
    link,
    write: (says) => ({
      subject: says.confirmButton,
      html: page(
        `${p(says.hello, says.thanks)}<table><tr><td>${a(link, `<span>${says.confirmButton}</span>`)}</td></tr></table>${p(says.ignore)}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'a link that confirms in plain text',
    link,
    write: (says) => ({
      subject: 'Lumen',
      text: `${says.hello}\n\n${says.thanks} ${says.confirmText}\n\n${link}\n\n${says.ignore}\n\n${says.unsubscribe}: https://lumen.example/u/48291\n${says.place}\n`,
    }),
  },
  {
    name: 'a link that signs in',
    link,
    write: (says) => ({
      subject: 'Lumen',
      html: page(
        `${p(says.hello)}<center>${a(link, says.signInButton)}</center>${p(says.ignore)}${a('https://lumen.example/help', 'FAQ')}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'a link that resets a password, and one for somebody else',
    link,
    write: (says) => ({
      subject: 'Lumen',
      html: page(
        `${p(says.resetText)}${a(link, says.resetButton)}${p(a('https://lumen.example/secure?id=48291', says.notYou), says.device)}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'an order',
    write: (says) => ({
      subject: fill(says.orderSent, '4827193'),
      html: page(
        `${p(says.hello, fill(says.orderSent, '4827193'), fill(says.tracking, '00340434'), says.total)}${a('https://lumen.example/orders/4827193', says.viewOrder)}${footer(says)}`,
      ),
    }),
  },
  {
    name: 'a discount',
    write: (says) => ({
      subject: 'Lumen',
      html: page(`${p(says.hello, fill(says.promo, 'SAVE2026'))}<h2>SAVE2026</h2>${footer(says)}`),
    }),
  },
  {
    name: 'an invoice',
    write: (says) => ({
      subject: fill(says.invoice, '20260417'),
      text: `${fill(says.invoice, '20260417')}\n${fill(says.customer, '558213')}\n${says.total}\n\n${says.place}\n${says.phone}\n`,
    }),
  },
  {
    name: 'a newsletter',
    write: (says) => ({
      subject: 'Lumen 2026',
      html: page(
        `${p(says.hello, says.newsletter)}${a('https://lumen.example/news/60000', 'Lumen')}${footer(says)}`,
      ),
    }),
  },
]

/** For tests: 200 emails, of which 120 have a code and 50 a link to follow. */
export const testMails: TestMail[] = [...western, ...others].flatMap((says) =>
  shapes.map(({ name, code, link: asked, write }): TestMail => {
    const { subject, text = '', html = '' } = write(says, code ?? '')
    const value = code?.replace(/^G-/, '').replace(/ /g, '')
    return { name: `${says.language}: ${name}`, subject, text, html, code: value, link: asked }
  }),
)
