import { footerWords } from '../alias-links/footer-words.ts'
import type { DenseText } from './dense-text.ts'

/** What a reply must not show, as a range of its dense text. */
export interface Quoted {
  /** A whole footer, or the token of a link that is in none. */
  kind: 'footer' | 'token'
  start: number
  end: number
}

const slash = String.raw`(?:\/|%(?:25)*2f)`
// Of exact lengths, since what follows a link may follow it without a space.
const token = String.raw`[\w-]{48}\.[\w-]{1,64}?\.[\w-]{43}`
const link = new RegExp(
  String.raw`alias-links${slash}(?:disable|extend)(?:\?|%(?:25)*3f)token(?:=|%(?:25)*3d)(${token})`,
  'gi',
)

// The title with the longest alias, and a link as long as one that passes through a service which checks it.
const longestTitle = 1500
const longestGap = 1000
const longestTail = 1500
const urlEnd = /[<>()[\]"']/

const squeeze = (words: string): string => words.replaceAll(' ', '')
const title = squeeze(footerWords.title)
const label = `(?:${squeeze(footerWords.disable)}|${squeeze(footerWords.extend)})`
const others = String.raw`[^\p{L}\p{N}]{0,6}`
/** What is between two links of a footer: their labels, which stand before or after them, and the beginning of a URL. */
const gap = new RegExp(
  String.raw`^${others}(?:${label})?${others}(?:${label})?${others}(?:https?:.{0,900})?$`,
  'u',
)
const lastLabel = new RegExp(String.raw`^${others}${label}[>)\]]*`, 'u')
const closing = /^[>)\]]*/
const separators = new Set('-_=*\u2014\u2500')
const longestSeparator = 200

/** Finds footers, and tokens of links that are in none, in time that grows with the length of the text. */
export function findFooters(dense: DenseText): Quoted[] {
  const links = [...dense.text.matchAll(link)].map(({ index, 0: whole, 1: value }) => ({
    start: index,
    end: index + whole.length,
    tokenStart: index + whole.length - value!.length,
  }))
  const found: Quoted[] = []
  for (let index = 0; index < links.length; index += 1) {
    const { start, end, tokenStart } = links[index]!
    const before = found.at(-1)?.end ?? 0
    const from = Math.max(before, start - longestTitle)
    const at = dense.text.slice(from, start).lastIndexOf(title)
    if (at < 0) {
      found.push({ kind: 'token', start: tokenStart, end })
      continue
    }
    let last = endOfUrl(dense, end)
    for (; index + 1 < links.length; index += 1) {
      const next = links[index + 1]!
      if (next.start - last > longestGap || !gap.test(dense.text.slice(last, next.start))) break
      last = endOfUrl(dense, next.end)
    }
    found.push({ kind: 'footer', start: startOf(dense, from + at, before), end: endOf(dense, last) })
  }
  return found
}

/** Where a footer begins: with the line above its title. */
function startOf({ text }: DenseText, titleAt: number, before: number): number {
  let start = titleAt
  const first = Math.max(before, titleAt - longestSeparator)
  while (start > first && separators.has(text[start - 1]!)) start -= 1
  return start
}

/** Where the URL of a link ends, which may be that of a service with the link in it. */
function endOfUrl({ text, starts, ends }: DenseText, linkEnd: number): number {
  const last = Math.min(text.length, linkEnd + longestTail)
  // Of a tag, all characters are in the same place.
  const isInTag = starts[linkEnd - 1] === starts[linkEnd - 2]
  const goesOn = (at: number): boolean =>
    isInTag ? starts[at] === starts[at - 1] : starts[at] === ends[at - 1] && !urlEnd.test(text[at]!)
  let end = linkEnd
  while (end < last && goesOn(end)) end += 1
  return end
}

/** Where a footer ends whose last URL does: after its label and its bracket. */
function endOf({ text }: DenseText, lastUrlEnd: number): number {
  const rest = text.slice(lastUrlEnd, lastUrlEnd + longestTail)
  return lastUrlEnd + (lastLabel.exec(rest) ?? closing.exec(rest))![0].length
}
