import { readHtml } from './read-html.ts'
import { toLine, type Visible } from './visible.ts'

// The rest of a longer mail has neither codes nor links that it is about.
const longest = 200_000
const longestLine = 2000
const mostLines = 2000
const mostLinks = 200

/** Reads the lines and links of an email: of its HTML and of its plain text, which may say different things. */
export function readVisible({ text, html }: { text: string; html: string }): Visible {
  const ofHtml = readHtml(html.slice(0, longest))
  const ofText = readText(text.slice(0, longest))
  const known = new Set(ofHtml.links.map(({ url }) => url))
  return {
    lines: [...shorten(ofHtml.lines), '', ...shorten(ofText.lines)],
    links: [...ofHtml.links, ...ofText.links.filter(({ url }) => !known.has(url))].slice(0, mostLinks),
  }
}

const shorten = (lines: string[]): string[] =>
  lines
    .filter((line) => line !== '')
    .slice(0, mostLines)
    .map((line) => line.slice(0, longestLine))

function readText(text: string): Visible {
  const lines = text.split(/\r?\n/).map(toLine)
  const links = lines.flatMap((line, index) => {
    const before = lines.slice(Math.max(0, index - 3), index).findLast((each) => each !== '') ?? ''
    return [...line.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].slice(0, mostLinks).map(([url]) => {
      const says = line.replace(url, '').trim()
      const isAlone = !/\p{L}/u.test(says)
      return {
        url: url.replace(/[.,;:!?]$/, ''),
        text: isAlone ? before : says,
        sentence: isAlone ? before : line,
      }
    })
  })
  return { lines, links }
}
