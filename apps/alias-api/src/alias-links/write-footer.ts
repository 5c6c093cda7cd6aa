import { escapeHtml } from '@waypost/http'
import type { Footer } from '../rewriting/add-footer.ts'
import { footerWords } from './footer-words.ts'
import type { AliasLinks } from './write-links.ts'

const separator = '-'.repeat(40)
const style = 'margin-top:16px;font:12px sans-serif;color:#666'

const linkTo = (url: string, label: string): string => `<a href="${escapeHtml(url)}">${label}</a>`

/** Writes the links of an alias below a message. */
export function writeFooter(alias: string, links: AliasLinks): Footer {
  const { title, disable, extend } = footerWords
  const text = [
    '',
    separator,
    `${title} ${alias}`,
    // In brackets, so that whoever breaks lines or ends sentences knows where a link ends.
    `${disable}: <${links.disable}>`,
    `${extend}: <${links.extend}>`,
    '',
  ]
  const html = [
    `<div style="${style}">${title} ${escapeHtml(alias)}<br>`,
    `${linkTo(links.disable, disable)} &middot; ${linkTo(links.extend, extend)}</div>`,
  ]
  return { text: text.join('\r\n'), html: html.join('\r\n') }
}
