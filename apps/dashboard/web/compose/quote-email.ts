import type { AliasApi } from '@waypost/sdk'

// Of a longer one the beginning: an answer has 50,000 characters at most.
const quotedLength = 20_000

/**
 * What an answer quotes, for the editor: the text of the email that it answers, as text. The HTML of others is never part of a page
 * of ours.
 */
export function quoteEmail({ from, fromName, receivedAt, bodyText }: AliasApi.EmailDetail): string {
  const who = fromName === '' ? from : `${fromName} <${from}>`
  const when = new Date(receivedAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  const text = bodyText.trimEnd()
  const shown = text.length > quotedLength ? `${text.slice(0, quotedLength)} …` : text
  const lines = shown.split('\n').map((line) => `<div>${escapeHtml(line.trimEnd()) || '<br>'}</div>`)
  return `<div><br></div><div><br></div><div>On ${escapeHtml(when)}, ${escapeHtml(who)} wrote:</div><blockquote type="cite">${lines.join('')}</blockquote>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
