import type { Verb } from './clause.ts'
import type { ProtectedText } from './protect-text.ts'

const VERBS =
  'extract|scrape|read(?: out| off)?|get(?: me)?|grab|collect|capture|copy|save|store|fetch|record|note(?: down)?|return|retrieve|pull|find(?: out)?|give me|tell me|show me|remember|extracting|reading'
const CLAUSE = new RegExp(`^(?:${VERBS}) (.+)$`, 'isu')
// Verbs that always mean reading from the page, never a button of that name.
const CERTAIN = /^(?:extract|scrape|read|get|grab|collect|capture|extracting|reading)\b/i
const NAMED =
  /^(.+?)(?: ?,)? (?:as|into|called|named|under the name(?: of)?|to (?:the )?variable) (\S+(?: \S+){0,3})$/isu
const ARROW = /^([^→]+?)(?:->|→|=>) ?(\S+)$/su
const ALL = /^(?:all(?: of)?|every|each(?: of)?|(?:a |the )?list of(?: all)?)(?: (?:the|of the))? (.+)$/isu

/**
 * `extract all the product names as names`; undefined where it is another clause, a text where something is missing.
 */
export function parseExtract(bare: string, reader: ProtectedText): Verb | string | undefined {
  const [, asked] = CLAUSE.exec(bare) ?? []
  if (asked === undefined) return undefined
  const [, named, name] = NAMED.exec(asked) ?? ARROW.exec(asked) ?? []
  if (name === undefined && !CERTAIN.test(bare) && !/^(?:the|all|every|each)\b/i.test(asked)) return undefined
  const [, all] = ALL.exec(named ?? asked) ?? []
  const what = reader.restore(all ?? named ?? asked)
  const output = writeOutput(name === undefined ? shorten(what) : reader.unquote(name))
  if (output === undefined)
    return `It does not say under which name to keep what is read: extract ${what} as "total"`
  return { kind: 'extract', what, output, isMultiple: all !== undefined }
}

/** `the price of "Fog"` → `the price` */
const shorten = (what: string) =>
  what.replaceAll(/["“”„«»'`]/g, '').replace(/^(.+?) (?:of|for|in|next to|from|beside|on) .+$/i, '$1')

/** `Product name` → `productName`; a valid name is unchanged. */
function writeOutput(name: string): string | undefined {
  if (/^[A-Za-z]\w{0,99}$/.test(name)) return name
  const words = name
    .replace(/^(?:the|an?)\s+/i, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z\d_]+/)
    .filter(Boolean)
  const [first = '', ...rest] = words
  const output = `${first.toLowerCase()}${rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}`
  return words.length <= 6 && /^[A-Za-z]\w{0,99}$/.test(output) ? output : undefined
}
