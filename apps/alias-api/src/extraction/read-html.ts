import { decodeReferences, sentencesOf, toLine, type Visible, type VisibleLink } from './visible.ts'

// What is between these and their ends is not shown.
const hidden = new Set(['head', 'script', 'style', 'template', 'title'])
const breaking = new Set(
  'address article blockquote br center div dl dt dd footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tbody tr ul'.split(
    ' ',
  ),
)
const tagForm = /^<(\/?)([a-z][a-z\d]{0,20})/
const hrefForm = /\shref\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i
const altForm = /\salt\s?=\s?(?:"([^"]*)"|'([^']*)')/i
// Characters that no text has, around what a link says.
const mark = '\uE000'
const endMark = '\uE001'
const marks = /[\uE000\uE001]/g

/** Reads the lines and links of HTML, from its beginning to its end once: whoever wrote it may have meant to make that slow. */
export function readHtml(html: string): Visible {
  const source = html.replaceAll(marks, '')
  // The same length, in which letters of other scripts would change it.
  const lower = source.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const links: Omit<VisibleLink, 'sentence'>[] = []
  let shown = ''
  let says: string | undefined
  const add = (text: string): void => {
    shown += text
    if (says !== undefined) says += text
  }
  const closeLink = (): void => {
    if (says === undefined) return
    links.at(-1)!.text = toLine(says)
    says = undefined
    shown += endMark
  }
  const openLink = (tag: string): void => {
    closeLink()
    const [, quoted, single, bare] = hrefForm.exec(tag) ?? []
    const url = decodeReferences(quoted ?? single ?? bare ?? '').trim()
    if (!/^https?:/i.test(url)) return
    links.push({ url, text: '' })
    shown += mark
    says = ''
  }
  for (let at = 0; at < source.length;) {
    const start = source.indexOf('<', at)
    add(source.slice(at, start === -1 ? source.length : start).replaceAll(/\s+/g, ' '))
    if (start === -1) break
    const isComment = source.startsWith('<!--', start)
    const end = source.indexOf(isComment ? '-->' : '>', start + 1)
    if (end === -1) break
    at = end + (isComment ? 3 : 1)
    const [, slash, name = ''] = tagForm.exec(lower.slice(start, start + 24)) ?? []
    if (isComment || slash === undefined) continue
    if (name === 'a') {
      if (slash === '') openLink(source.slice(start, end))
      else closeLink()
    } else if (slash === '' && hidden.has(name)) {
      const over = lower.indexOf(`</${name}`, at)
      if (over === -1) break
      at = over
    } else if (name === 'img') {
      // A picture in a link says what the link is.
      const [, quoted, single] = altForm.exec(source.slice(start, end)) ?? []
      if (says !== undefined) says += ` ${quoted ?? single ?? ''}`
    } else if (breaking.has(name)) shown += '\n'
    else if (name === 'td' || name === 'th') add(' ')
  }
  closeLink()
  const lines = shown.split('\n').map(toLine)
  const sentences = lines.flatMap(sentencesOf).flatMap(sentencesOfLinks)
  return {
    lines: lines.map((line) => line.replaceAll(marks, '')),
    links: links.map((link, index) => ({ ...link, sentence: sentences[index] ?? '' })),
  }
}

/** What is said up to each link of a sentence, in it, and up to the next one. */
function sentencesOfLinks(sentence: string): string[] {
  const [before = '', ...pieces] = sentence.split(mark)
  return pieces.map((piece, index) => {
    const last = index === 0 ? before : (pieces[index - 1]!.split(endMark)[1] ?? '')
    return `${last}${piece.replace(endMark, '')}`
  })
}
