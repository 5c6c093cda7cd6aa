import type { ReadPart, Verb } from './clause.ts'
import { writeOutputName } from './output-name.ts'
import { READ } from './parse-list.ts'
import { splitNames } from './split-names.ts'
import type { Reader } from './rule.ts'

const CLAUSE = new RegExp(`^(?:${READ}) (.+)$`, 'isu')
// Verbs that always mean reading from the page, never a button of that name.
const CERTAIN = /^(?:extract|scrape|read|get|grab|collect|capture|list|look up|extracting|reading|listing)\b/i
const NAMED =
  /^(.+?)(?: ?,)? (?:as|into|called|named|under the name(?: of)?|to (?:the )?variable) (\S+(?: \S+){0,3})$/isu
const ARROW = /^([^→]+?)(?:->|→|=>) ?(\S+)$/su
const ALL = /^(?:all(?: of)?|every|each(?: of)?|(?:a |the )?list of(?: all)?)(?: (?:the|of the))? (.+)$/isu

/**
 * `extract all the product names as names`; undefined where it is another clause, a text where something is missing.
 */
export function parseExtract(bare: string, reader: Reader): Verb | string | undefined {
  const [, asked] = CLAUSE.exec(bare) ?? []
  if (asked === undefined) return undefined
  const [, named, name] = NAMED.exec(asked) ?? ARROW.exec(asked) ?? []
  if (name === undefined && !CERTAIN.test(bare) && !/^(?:the|all|every|each)\b/i.test(asked)) return undefined
  const [, all] = ALL.exec(named ?? asked) ?? []
  const what = reader.restore(all ?? named ?? asked)
  const output = writeOutputName(name === undefined ? shorten(what) : reader.unquote(name))
  if (output === undefined)
    return `It does not say under which name to keep what is read: extract ${what} as "total"`
  const isMultiple = all !== undefined || /^list\b/i.test(bare)
  const parts = name === undefined && !isMultiple ? splitParts(what) : undefined
  return { kind: 'extract', what, output, isMultiple, ...(parts && { parts }) }
}

const SCOPE = / (?:of|for|in|next to|from|beside|on) .+$/is

/** `the price and the author of "Fog"` → the price of "Fog", the author of "Fog" */
function splitParts(what: string): ReadPart[] | undefined {
  const [scope = ''] = SCOPE.exec(what) ?? []
  const names = splitNames(scope === '' ? what : what.slice(0, -scope.length))
  if (!names || names.length < 2) return undefined
  const parts = names.map((name) => ({ what: `${name}${scope}`, output: writeOutputName(name) }))
  const known = parts.filter((part): part is ReadPart => part.output !== undefined)
  return known.length === names.length ? known : undefined
}

/** `the price of "Fog"` → `the price` */
const shorten = (what: string) =>
  what.replaceAll(/["“”„«»'`]/g, '').replace(/^(.+?) (?:of|for|in|next to|from|beside|on) .+$/i, '$1')
