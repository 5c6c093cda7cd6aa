import type { Verb } from './clause.ts'
import { parseExtract } from './parse-extract.ts'
import { parseList } from './parse-list.ts'
import { rule, type Reader } from './rule.ts'

const ALL = '(?:all(?: of)?(?: the)?|every|each)(?: (?:single|result|results|list))?'
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const NAMED = '((?: ?,)? (?:as|into|called|named) [^,;]{1,80})?'

const FORMS: { pattern: RegExp; at: [read: number, name: number, count: number] }[] = [
  // `extract the title of every book on every page as books`
  {
    pattern: rule(`(.{1,400}?),? (?:on|from|of|across|over|through|in) ${ALL} pages?${NAMED}`),
    at: [1, 2, 3],
  },
  // `… until the last page as books`
  { pattern: rule(`(.{1,400}?),? (?:until|till|up to|to) the (?:last|final) page${NAMED}`), at: [1, 2, 3] },
  // `… on the first three pages as books`
  {
    pattern: rule(`(.{1,400}?),? (?:on|from|of) the first (\\d{1,3}|${NUMBERS.join('|')}) pages${NAMED}`),
    at: [1, 3, 2],
  },
  // `on every page, extract the title of every book as books`
  { pattern: rule(`(?:on|for|from) ${ALL} pages?,? (.{1,400})`), at: [1, 2, 3] },
]

/** What is read on every page of a list, or on the first few; undefined where it is something else. */
export function parsePages(bare: string, reader: Reader): Verb | string | undefined {
  for (const { pattern, at } of FORMS) {
    const match = pattern.exec(bare)
    if (!match) continue
    const [asked = '', name = '', count = ''] = at.map((index) => match[index] ?? '')
    const read = parseList(asked + name, reader) ?? parseExtract(asked + name, reader)
    if (typeof read === 'string') return read
    if (read?.kind !== 'list' && read?.kind !== 'extract') continue
    const most = NUMBERS.includes(count.toLowerCase())
      ? NUMBERS.indexOf(count.toLowerCase()) + 1
      : Number(count)
    return { kind: 'pages', read, ...(most > 0 && { most }) }
  }
  return undefined
}
