import { readDense, readDenseHtml, type DenseText, type Markup } from './dense-text.ts'
import { findFooters, type Quoted } from './find-footers.ts'

/** A range of a text's source. */
interface Range {
  start: number
  end: number
}

/** A text without the footers of forwarded mail that it quotes, and without tokens of links, however lines are broken in them. */
export function removeFooters(text: string): string {
  const ranges = toRanges(readDense(text)).map((range) =>
    range.kind === 'footer' ? toWholeLines(text, range) : range,
  )
  return cut(text, ranges)
}

/** HTML without them. What holds them stays, so that its tags go on matching. */
export function removeFootersFromHtml(html: string): string {
  const { markup, ...dense } = readDenseHtml(html, (link) => /alias-links/i.test(link))
  return cut(html, withoutTags(html, toRanges(dense), markup))
}

/** Tags of a footer that go with it. */
const removed = new Set(['a', 'br', 'hr', 'img', 'wbr'])

/** Ranges without the tags in them that stay, and the end tags of links that begin in one. */
function withoutTags(html: string, ranges: Range[], markup: Markup[]): Range[] {
  const cuts: Range[] = []
  let next = 0
  let open = 0
  const isKept = ({ name, start }: Markup): boolean => {
    if (name !== 'a') return !removed.has(name)
    open += html[start + 1] === '/' ? -1 : 1
    const isOfOther = open < 0
    open = Math.max(open, 0)
    return isOfOther
  }
  for (const { start, end } of [...ranges, { start: html.length, end: html.length }]) {
    for (; next < markup.length && markup[next]!.start < start; next += 1) {
      const tag = markup[next]!
      if (open > 0 && tag.name === 'a' && !isKept(tag)) cuts.push(tag)
    }
    let at = start
    for (; next < markup.length && markup[next]!.end <= end; next += 1) {
      const tag = markup[next]!
      if (!isKept(tag)) continue
      cuts.push({ start: at, end: tag.start })
      at = tag.end
    }
    cuts.push({ start: at, end })
  }
  return cuts
}

function toRanges(dense: DenseText): (Range & Pick<Quoted, 'kind'>)[] {
  const { starts, ends } = dense
  // A token that is in a tag is hidden there, as it is written.
  const isInTag = ({ kind, end }: Quoted): boolean => kind === 'token' && starts[end - 1] === starts[end - 2]
  return findFooters(dense)
    .filter((quoted) => !isInTag(quoted))
    .map(({ kind, start, end }) => ({ kind, start: starts[start]!, end: ends[end - 1]! }))
}

const quoteOrSpace = /[ \t\r>|]/
const endOrSpace = /[ \t.]/

/** The lines of a range and an empty one before them, where there is nothing else in them but marks of quoted lines. */
function toWholeLines(text: string, range: Range): Range {
  const start = startOfLine(text, range.start)
  let { end } = range
  while (end < text.length && endOrSpace.test(text[end]!)) end += 1
  if (text[end] === '\r') end += 1
  if (start === undefined || (end < text.length && text[end] !== '\n')) return range
  const before = start > 0 ? startOfLine(text, start - 1) : undefined
  return { start: before ?? start, end: Math.min(end + 1, text.length) }
}

/** Where a line begins; undefined where something is in it before a place. */
function startOfLine(text: string, at: number): number | undefined {
  let start = at
  while (start > 0 && quoteOrSpace.test(text[start - 1]!)) start -= 1
  return start === 0 || text[start - 1] === '\n' ? start : undefined
}

function cut(source: string, ranges: Range[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of ranges) {
    pieces.push(source.slice(at, start))
    at = end
  }
  return pieces.join('') + source.slice(at)
}
