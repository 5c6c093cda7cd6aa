import type { Verb } from './clause.ts'
import { writeOutputName } from './output-name.ts'
import type { Reader } from './rule.ts'
import { splitNames } from './split-names.ts'

export const READ =
  'extract|scrape|read(?: out| off)?|get(?: me)?|grab|collect|capture|copy|save|store|fetch|record|note(?: down)?|return|retrieve|pull|find(?: out)?|look up|list|give me|tell me|show me|show|remember|extracting|reading|listing'
const NAMED =
  '(?: ?,)?(?: (?:as|into|called|named|under the name(?: of)?|to (?:the )?variable) (\\S+(?: \\S+){0,3}?))?'
const EACH = '(?:all(?: of)?(?: the)?|every|each(?: of(?: the)?)?|any)'
const NOUN = '([^,;:]{1,60}?)'

const FORMS: { pattern: RegExp; at: [of: number, fields: number, name: number] }[] = [
  // `extract the title and price of every book as books`
  { pattern: form(`(?:${READ}) (.{1,200}?) (?:of|for|from|in|on) ${EACH} ${NOUN}${NAMED}`), at: [2, 1, 3] },
  // `for each book read the title, the author and the stock as books`
  {
    pattern: form(`(?:for|from|of) ${EACH} ${NOUN},? (?:${READ}) (.{1,200}?)${NAMED}`),
    at: [1, 2, 3],
  },
  // `list the books with title and price as books`
  {
    pattern: form(
      `(?:${READ}) (?:(?:${EACH}|the|a list of(?: all)?(?: the)?) )?${NOUN},? (?:with|including|by|and for each) ((?:their |its )?.{1,200}?)${NAMED}`,
    ),
    at: [1, 2, 3],
  },
  // `which positions with their cities are listed`
  {
    pattern: form(
      `(?:which|what) ${NOUN},? (?:with|including) ((?:their |its )?.{1,200}?)() (?:are|is) (?:there|listed|shown|available|offered|on sale|open)`,
    ),
    at: [1, 2, 3],
  },
]

function form(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'isu')
}

/** Several values of each of several things: `extract the title and price of every book`; undefined otherwise. */
export function parseList(bare: string, reader: Reader): Verb | undefined {
  for (const { pattern, at } of FORMS) {
    const match = pattern.exec(bare)
    if (!match) continue
    const [of = '', listed = '', name = ''] = at.map((index) => match[index] ?? '')
    const fields = splitNames(reader.restore(listed))
    if (!fields || /^(?:it|them)$/i.test(of)) continue
    const noun = reader.restore(of).replace(/^(?:the|of)\s+/i, '')
    // "The positions with their cities" are named too.
    const all = /^(?:their|its)\s/i.test(listed.trim()) && at[0] < at[1] ? [noun, ...fields] : fields
    const output = writeOutputName(name === '' ? noun : reader.unquote(name))
    if (output === undefined) continue
    return { kind: 'list', of: noun, fields: [...new Set(all)], output }
  }
  return undefined
}
