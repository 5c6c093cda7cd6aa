import { remoteUrl } from './is-pixel.ts'

/** A URL in a plain text. */
export interface TextUrl {
  start: number
  end: number
  /** Whether everybody reads it to this end. False where a mail program, or a person, may take what follows for more of it. */
  isWhole: boolean
}

const beginning = /https?:\/\/|(?<![\w.@-])www\./gi
// What RFC 3986 does not allow, and brackets: those stand around a URL more often than in it.
const outside = /[^\w\-.~!$&'*+,;=:@/?%#]/g
const more = /(?!https?:\/\/)[\w\-.~!$&'*+,;=:@/?%#]/iy
const nextOfList = /(?<=[,;])(?=https?:\/\/)/i
const punctuation = new Set(".,;:!?'*_~".split(''))
const surely = /[.,;:!?')\]}]{0,8}(?:$|(?=[ \t\r\n<>"]))/y
// In format=flowed with DelSp=yes, the line goes on after a space (RFC 3676).
const softEnd = / \r?\n/y
// Programs that break lines without regard to URLs do so at 65 characters and more.
const longLine = 60

/**
 * Finds the URLs in a plain text as mail programs do, which make links of them: without the punctuation after them. Takes time that grows
 * with the length of the text.
 *
 * @param hasDelSp whether it is in format=flowed with DelSp=yes
 */
export function* findTextUrls(text: string, hasDelSp: boolean): Generator<TextUrl, void> {
  for (const run of findRuns(text)) {
    let start = run.start
    for (const piece of text.slice(run.start, run.end).split(nextOfList)) {
      const end = start + lengthWithoutPunctuation(piece)
      const url = text.slice(start, end)
      if (remoteUrl(/^www\./i.test(url) ? `http://${url}` : url))
        yield { start, end, isWhole: isWhole(text, { start, end }, hasDelSp) }
      start += piece.length
    }
  }
}

/**
 * What may be in a URL, from its beginning on. Its end is looked for by itself, since a pattern that matched all of it would keep each
 * character to come back to: a URL of a few MiB has too many.
 */
function* findRuns(text: string): Generator<{ start: number; end: number }, void> {
  let at = 0
  for (;;) {
    const found = execAt(beginning, text, at)
    if (!found) return
    const first = found.index + found[0].length
    const end = execAt(outside, text, first)?.index ?? text.length
    if (end > first) yield { start: found.index, end }
    at = end
  }
}

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function lengthWithoutPunctuation(url: string): number {
  let length = url.length
  while (punctuation.has(url[length - 1]!)) length -= 1
  return length
}

function isWhole(text: string, { start, end }: { start: number; end: number }, hasDelSp: boolean): boolean {
  // It may go on in the next line, until the bracket is closed (RFC 3986, appendix C).
  if (text[start - 1] === '<') return text[end] === '>'
  const after = endOf(surely, text, end)
  if (after === undefined) return false
  if (hasDelSp && endOf(softEnd, text, after) !== undefined) return false
  const lineEnd = endOf(/\r?\n/y, text, after)
  if (lineEnd === undefined || endOf(more, text, lineEnd) === undefined) return true
  return after - (text.lastIndexOf('\n', start) + 1) < longLine
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  return execAt(pattern, text, at) ? pattern.lastIndex : undefined
}
