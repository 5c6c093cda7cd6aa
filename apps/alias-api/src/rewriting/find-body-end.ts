import { tokenizeHtml } from './tokenize-html.ts'

/** Where the body of an HTML text ends: before its last end tag, or at the end of the text. */
export function findBodyEnd(html: string): number {
  let end = html.length
  tokenizeHtml(html, {
    onclosetag(start, nameEnd) {
      const name = html.slice(start, nameEnd).toLowerCase()
      if (name === 'body' || (name === 'html' && end === html.length)) end = start - '</'.length
    },
  })
  return end
}
