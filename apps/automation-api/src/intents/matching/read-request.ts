import { trimEnd } from '../trim-end.ts'
import { findDoing, type Doing } from './deeds.ts'

export type ValueKind = 'quoted' | 'email' | 'url' | 'host' | 'iban' | 'date' | 'number' | 'code'

/** A value that a request gives. */
export interface Value {
  kind: ValueKind
  text: string
  start: number
  end: number
}

export interface Token {
  text: string
  start: number
  end: number
  /** Written with a capital where the language does not ask for one: a name, as a rule. */
  isName: boolean
}

export interface Request {
  text: string
  values: Value[]
  /** The words outside of values. */
  tokens: Token[]
  doing: Doing
}

const MAX_CHARACTERS = 2000
const MAX_TOKENS = 100
const MAX_VALUES = 50

// In this order: what one has taken is no longer there for the next.
const PATTERNS: [ValueKind, RegExp][] = [
  [
    'quoted',
    /"([^"\n]{1,1000})"|“([^”\n]{1,1000})”|„([^“”\n]{1,1000})[“”]|«([^»\n]{1,1000})»|(?<![\p{L}\p{N}])'([^'\n]{1,1000})'(?![\p{L}\p{N}])/gu,
  ],
  ['url', /\bhttps?:\/\/[^\s"'<>]{1,2000}/giu],
  ['email', /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu],
  [
    'host',
    /(?<![\p{L}\p{N}@./-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/gu,
  ],
  ['iban', /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g],
  [
    'date',
    /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{4}\b|\b\d{1,2}\.? (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?\b/giu,
  ],
  [
    'code',
    /\b[A-Z]{2} ?\d{2,4}\b|(?<![\p{L}\p{N}])(?=[\p{L}\d-]*\d)(?=[\p{L}\d-]*\p{L})[\p{L}\d]+(?:-[\p{L}\d]+)*(?![\p{L}\p{N}])/gu,
  ],
  ['number', /(?<![\p{L}\p{N}])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu],
]

// A dot does not make a host of a file's name.
const FILE = /\.(pdf|png|jpe?g|gif|svg|csv|xlsx?|docx?|pptx?|txt|zip|mp[34]|html?|json|xml|md|js|ts|py)$/i

/** Takes a request apart: the values it gives, its words, and what it wants done. */
export function readRequest(given: string): Request {
  const text = given.toWellFormed().replaceAll('\0', ' ').slice(0, MAX_CHARACTERS)
  const values = findValues(text)
  const rest = blank(text, values)
  return { text, values, tokens: findTokens(rest), doing: findDoing(rest) }
}

/** The text with spaces where spans of it were, so that places stay what they are. */
export function blank(text: string, spans: { start: number; end: number }[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )
}

function findValues(text: string): Value[] {
  const values: Value[] = []
  let rest = text
  for (const [kind, pattern] of PATTERNS) {
    const found = [...rest.matchAll(pattern)].slice(0, MAX_VALUES).flatMap((match) => {
      const inner = match.slice(1).find((group) => group !== undefined) ?? match[0]
      const value = kind === 'url' || kind === 'host' ? trimEnd(inner, '.,;:!?)]') : inner
      if (kind === 'host' && FILE.test(value)) return []
      const end = match.index + (kind === 'quoted' ? match[0].length : value.length)
      return [{ kind, text: value.trim(), start: match.index, end }]
    })
    values.push(...found)
    rest = blank(rest, found)
  }
  return values.filter(({ text: value }) => value).toSorted((one, other) => one.start - other.start)
}

function findTokens(rest: string): Token[] {
  return [...rest.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].slice(0, MAX_TOKENS).map((match) => {
    const before = rest.slice(0, match.index).trimEnd()
    const beginsSentence = before === '' || /[.!?:]$/.test(before)
    return {
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      isName: !beginsSentence && /^\p{Lu}/u.test(match[0]) && !/^I(['’]|$)/.test(match[0]),
    }
  })
}
