import { createKeyring } from '@waypost/webhooks'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { signLink, type LinkPurpose } from '../alias-links/alias-link.ts'
import { writeFooter } from '../alias-links/write-footer.ts'
import { removeFooters, removeFootersFromHtml } from './remove-footers.ts'

const keyring = createKeyring(`2026-01:${Buffer.alloc(32, 1).toString('base64')}`)
const about = { addressId: newId(), forwardingAddressId: newId() }
const linkFor = (purpose: LinkPurpose) =>
  `https://alias.example/base/alias-links/${purpose}?token=${signLink(keyring, purpose, about, 1_772_000_000_000)}`
const links = { disable: linkFor('disable'), extend: linkFor('extend') }
const alias = 'shop.x7k2@waypost.test'
const footer = writeFooter(alias, links)
const text = footer.text.replaceAll('\r\n', '\n')
const quote = (quoted: string, mark = '> ') => quoted.replaceAll(/^/gm, mark)
const tokens = Object.values(links).map((url) => url.slice(url.indexOf('token=') + 'token='.length))

const answer = (quoted: string) => `Thanks.\n\nOn Monday, Bob wrote:\n${quoted}\n\nAda\n`
/** As a mail program breaks lines: at spaces, or within words as well. */
const wrap = (given: string, width: number, breaksWords = false) =>
  given
    .split('\n')
    .flatMap(
      (line) =>
        line.match(
          new RegExp(breaksWords ? `.{1,${width}}` : String.raw`\S.{0,${width}}(?=\s|$)|\S+`, 'g'),
        ) ?? [''],
    )
    .join('\n')
const safe = (url: string) =>
  `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02%7Cme&reserved=0`

function expectNothingOf(cleaned: string) {
  const shown = cleaned.replaceAll(/[\s>|]/g, '')
  for (const token of tokens) expect(shown).not.toContain(token.slice(0, 20))
  expect(shown).not.toMatch(/Disablethisalias|Extendthisalias|ForwardedbyWaypost|-{5}|_{5}/)
}

describe('a quoted footer is taken out of a text', () => {
  test('with its lines, and with nothing else', () => {
    expect(removeFooters(answer(quote(`hello${text}`)))).toBe(answer('> hello\n> '))
    expect(removeFooters(`hello${text}`)).toBe('hello\n')
    expect(removeFooters(`hello${footer.text}`)).toBe('hello\r\n')
  })

  test.each([
    ['quoted without a space', quote(text, '>')],
    ['quoted twice', quote(quote(text))],
    ['quoted twice, with spaces between', quote(text, ' > > ')],
    ['quoted by bars', quote(text, '| ')],
    ['not quoted, as Outlook does', text],
    ['with other line ends', quote(text).replaceAll('\n', '\r\n')],
    ['with lines broken at spaces', quote(wrap(text, 40))],
    ['with lines broken in its links', quote(wrap(text, 30, true))],
    ['with lines broken after each character of its links', quote(wrap(text, 1, true))],
    ['in one line', text.replaceAll('\n', ' ')],
    ['with spaces that do not break', text.replaceAll(' ', '\u00a0')],
    ['with another separator', quote(text.replace(/-{5,}/, '_'.repeat(32)))],
    [
      'that a program made of HTML, with links in brackets',
      quote(
        `Forwarded by Waypost from the alias ${alias}\nDisable this alias <${links.disable}> \u00b7 Extend this alias <${links.extend}>`,
      ),
    ],
    [
      'that a program made of HTML, with links in Markdown',
      quote(
        `Forwarded by Waypost from the alias [${alias}](mailto:${alias})\n[Disable this alias](${links.disable}) \u00b7 [Extend this alias](${links.extend})`,
      ),
    ],
    [
      'whose links pass through a service',
      `Forwarded by Waypost from the alias ${alias}<mailto:${alias}>\nDisable this alias<${safe(links.disable)}> \u00b7 Extend this alias<${safe(links.extend)}>\n`,
    ],
  ])('%s', (_how, quoted) => {
    const cleaned = removeFooters(`Thanks.\nBob wrote:\n> hello\n${quoted}\nAda`)
    expectNothingOf(cleaned)
    expect(cleaned).toMatch(/^Thanks\.\nBob wrote:\n> hello\n[^]*Ada$/)
    expect(cleaned.replaceAll(/[\s>|]/g, '')).toBe('Thanks.Bobwrote:helloAda')
  })

  test('once for each message that is quoted', () => {
    const cleaned = removeFooters(`one${text}${quote(`two${text}${quote(`three${text}`)}`)}end`)
    expectNothingOf(cleaned)
    expect(cleaned.replaceAll(/[\s>]/g, '')).toBe('onetwothreeend')
  })
})

test('links without the rest of the footer lose their tokens, also where lines are broken in them', () => {
  for (const width of [1, 9, 60, 90]) {
    const cleaned = removeFooters(quote(wrap(`see ${links.disable} and\n${links.extend} there`, width, true)))
    const shown = cleaned.replaceAll(/[\s>]/g, '')
    expect(shown).toBe(
      `see${links.disable.replace(/token=.*/, 'token=')}and${links.extend.replace(/token=.*/, 'token=')}there`,
    )
  }
})

const block = footer.html
const gmail = block
  .replaceAll('<div style="', '<div class="m_-123waypost" style="')
  .replaceAll('<a href', '<a target="_blank" data-saferedirecturl="https://www.google.com/url?q&#61;x" href')
const word = `<p class=MsoNormal style='margin-bottom:12.0pt'><span style='font-size:9.0pt;color:#666666'>Forwarded by
Waypost from the alias <a href="mailto:${alias}">${alias}</a><br>
<a href="${safe(links.disable).replaceAll('&', '&amp;')}" originalsrc="x">Disable this alias</a> · <a
href="${safe(links.extend).replaceAll('&', '&amp;')}">Extend this alias</a><o:p></o:p></span></p>`
const linkified = footer.text
  .replaceAll(/<(https:[^>]*)>/g, '&lt;<a class="moz-txt-link-rfc2396E" href="$1">$1</a>&gt;')
  .replaceAll('\r\n', '<br>\r\n')
const pre = footer.text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r\n', '\r\n&gt; ')

describe('a quoted footer is taken out of HTML', () => {
  test.each([
    ['as it was', block],
    ['quoted by Gmail', gmail],
    [
      'quoted by Apple Mail',
      `<blockquote type="cite">${block.replaceAll('<div', '<div dir="ltr"')}</blockquote>`,
    ],
    ['written anew by Word', word],
    ['made of a text, with links', `<div>${linkified}</div>`],
    ['made of a text, in pre', `<pre>&gt; ${pre}</pre>`],
    [
      'in a table, with other spaces',
      `<table><tr><td>${block.replaceAll(' this ', '&nbsp;this&#160;')}</td></tr></table>`,
    ],
    ['without lines', block.replaceAll('\r\n', '')],
    [
      'with every character a reference',
      `<p>${Array.from(footer.text, (each) => `&#${each.codePointAt(0)};`).join('')}</p>`,
    ],
  ])('%s', (_how, quoted) => {
    const cleaned = removeFootersFromHtml(
      `<p>Thanks.</p><blockquote><p>hello &#128512;</p>${quoted}</blockquote><p>Ada</p>`,
    )
    expectNothingOf(cleaned.replaceAll(/&[^;]*;/g, ''))
    expect(cleaned).not.toContain('token')
    expect(cleaned).toMatch(
      /^<p>Thanks\.<\/p><blockquote><p>hello &#128512;<\/p>[^]*<\/blockquote><p>Ada<\/p>$/,
    )
    expect(cleaned.replaceAll(/<[^>]*>|&gt;|&#1[03];|\s/g, '')).toBe('Thanks.hello&#128512;Ada')
    for (const tag of ['div', 'p', 'span', 'pre', 'td', 'blockquote', 'a'])
      expect(cleaned.split(new RegExp(String.raw`<${tag}\b`)).length, tag).toBe(
        cleaned.split(`</${tag}>`).length,
      )
  })

  test('and a link without the rest of it loses its token in the text', () => {
    const cleaned = removeFootersFromHtml(`<p>${links.disable.replace('token=', 'token=<wbr>')} there</p>`)
    expect(cleaned).toBe(`<p>${links.disable.replace(/token=.*/, 'token=<wbr>')} there</p>`)
  })
})

test.each([
  'Thanks. Forwarded by Waypost from the alias, as you see. Disable this alias: no',
  '> quoted\n> > twice\n---------\n',
  `https://alias.example/alias-links/disable?token=x`,
])('what is no footer stays: %j', (given) => {
  expect(removeFooters(given)).toBe(given)
  expect(removeFootersFromHtml(`<p>${given}</p>`)).toBe(`<p>${given}</p>`)
})

test.each([
  ['footers', `x${text}`],
  ['links', `${links.disable} `],
  ['titles', 'Forwarded by Waypost from the alias '],
  ['separators', '-'],
  ['quotes', '>> '],
  ['tags', '<a href='],
  ['references', '&amp'],
  ['percent signs', 'alias-links%2525'],
])('a megabyte and more of %s takes less than a few seconds', (_what, piece) => {
  const hostile = piece.repeat(1_500_000 / piece.length)
  const before = process.cpuUsage().user
  removeFooters(hostile)
  removeFootersFromHtml(hostile)
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5)
})
