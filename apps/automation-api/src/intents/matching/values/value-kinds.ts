import { trimEnd } from '../../trim-end.ts'
import { listWords, type Span, type Word } from '../words/words.ts'

export type ValueKind =
  | 'quoted'
  | 'email'
  | 'url'
  | 'host'
  | 'iban'
  | 'date'
  | 'dateRange'
  | 'time'
  | 'money'
  | 'number'
  | 'code'

/** A value that a request gives. */
export type Value = Span & { kind: ValueKind; text: string }

const MAX_VALUES = 50

// In this order: each pattern sees only what the earlier ones left.
const MARKED: [ValueKind, RegExp][] = [
  [
    'quoted',
    /"([^"\n]{1,1000})"|“([^”\n]{1,1000})”|„([^“”\n]{1,1000})[“”]|«([^»\n]{1,1000})»|‘([^’\n]{1,1000})’|(?<![\p{L}\p{N}])'([^'\n]{1,1000})'(?![\p{L}\p{N}])/gu,
  ],
  // "+1 (555) 123-4567"
  ['code', /(?<![\p{L}\p{N}])(?:\+\d{1,3} ?)?\(\d{1,5}\) ?\d[\d -]{3,14}\d(?![\p{L}\p{N}])/gu],
  ['url', /\bhttps?:\/\/[^\s"'<>]{1,2000}/giu],
  [
    'email',
    /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}_](?:[\p{L}\p{N}._%+'-]{0,63})@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
  ],
  [
    'host',
    /(?<![\p{L}\p{N}@./-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}]|[.-][\p{L}\p{N}])/gu,
  ],
]

// A dot in a file's name does not make it a host.
const FILE = /\.(pdf|png|jpe?g|gif|svg|csv|xlsx?|docx?|pptx?|txt|zip|mp[34]|html?|json|xml|md|js|ts|py)$/i

const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`

// Each is a form of whole words, those with most words first; a value is all of them or none.
const FORMS: [kind: ValueKind, words: number, RegExp, isValid?: (text: string) => boolean][] = [
  ['iban', 9, /^[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}$/, isIban],
  ['date', 4, new RegExp(`^${DAY}\\.?(?: of)? ${MONTH}(?:,? \\d{4})?$`, 'i')],
  ['date', 3, new RegExp(`^${MONTH} ${DAY}(?:,? \\d{4})?$`, 'i')],
  ['date', 1, /^\d{4}-\d{2}-\d{2}$|^\d{1,2}[./]\d{1,2}[./]\d{4}$/],
  ['time', 2, /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m)?$/i],
  ['time', 2, /^\d{1,2}(?: ?[ap]\.?m| o['’]clock|h\d{0,2})$/i],
  ['time', 3, /^\d{1,2}(?:[:.]\d{2})? Uhr(?: \d{2})?$/i],
  // "HH-KL 420", "B MW 1234E", "SH 482"; "AB12 CDE"; "0171 123 456"
  ['code', 3, /^(?![AI] )[A-Z]{1,3}(?:[- ][A-Z]{1,3})? ?\d{1,4}(?: ?[A-Z])?$/, hasNoUnit],
  ['code', 2, /^[A-Z]{2}\d{2} [A-Z]{3}$/, hasNoUnit],
  // "1234 BCD"
  ['code', 2, /^\d{3,4} [A-Z]{3}$/, hasNoUnit],
  // "FB 1200 3341 9": a part of it would be another one.
  ['code', 7, /^[A-Z]{1,4} ?\d+(?: \d+){1,5}$/, (text) => hasNoUnit(text) && countDigits(text) >= 7],
  // "SW1A 1AA", "1012 AB", "K1A 0B1": postcodes
  ['code', 2, /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/i],
  ['code', 2, /^(?:\d{4} [A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d)$/, hasNoUnit],
  ['code', 6, /^\+?\d{2,}(?: \d{2,}){1,5}$/, (text) => countDigits(text) >= 7],
  // "1 299,50 EUR"
  [
    'money',
    5,
    /^[-+]?\d{1,3}(?: \d{3}){1,3}(?:[.,]\d{1,2})? ?(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|euros?|[$€£])$/i,
  ],
  [
    'money',
    2,
    /^[-+]?\d+(?:[.,'’]\d+)* ?(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|euros?|dollars?|pounds?|francs?|franken|pesos?|[$€£])$/i,
  ],
  ['money', 2, /^(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK) [-+]?\d+(?:[.,'’]\d+)*$/],
  ['money', 1, /^[-+]?[$€£] ?\d+(?:[.,'’]\d+)*$|^[-+]?\d+(?:[.,'’]\d+)*[$€£]$/],
  // An address such as 10.0.0.12 is no number: 1.234.567.890 is.
  ['code', 1, /^\d{1,3}(?:\.\d{1,3}){3}$/, (text) => !/^\d{1,3}(?:\.\d{3}){3}$/.test(text)],
  ['number', 1, /^[-+]?[$€£]?\d+(?:[.,'’]\d+)*[$€£%]?$/],
  ['number', 1, /^#\d+$/],
  ['code', 1, /^#?[\p{L}\p{N}]+(?:[-/_.+:,][\p{L}\p{N}]+)*$/u, (text) => /\d/.test(text)],
]
const MAX_WORDS = 9

const MULTIPLES =
  /^(?:hundred|thousand|millions?|billions?|mio|mrd|tsd|tausend|millionen|milliarden?|mille|milliards?|mil|millón|millones)$/iu

const UNITS = new Set(
  'EUR USD GBP CHF JPY SEK NOK DKK PLN CZK AUD CAD NZD INR BRL MXN CET GMT UTC EST PST KWH MWH MIN HRS PCS KG KM CM MM AM PM PDF CSV NO NR ID SKU EAN UPC ISBN ISSN VIN IMEI PO RMA PIN PLZ ZIP'.split(
    ' ',
  ),
)

/** The values in a text, found by their marks or as whole words of their kind. */
export function findValues(text: string): Value[] {
  const marked: Value[] = []
  let rest = text
  for (const [kind, pattern] of MARKED) {
    const found = [...rest.matchAll(pattern)].slice(0, MAX_VALUES).flatMap((match) => {
      const inner = match.slice(1).find((group) => group !== undefined) ?? match[0]
      const value = kind === 'url' || kind === 'host' ? trimEnd(inner, '.,;:!?)]') : inner
      if (kind === 'host' && FILE.test(value)) return []
      const end = match.index + (kind === 'quoted' ? match[0].length : value.length)
      return [{ kind, text: value.trim(), start: match.index, end }]
    })
    marked.push(...found)
    rest = blank(rest, found)
  }
  return [...marked, ...findInWords(rest).slice(0, MAX_VALUES)]
    .filter(({ text: value }) => value)
    .toSorted((one, other) => one.start - other.start)
}

/** The text with these spans replaced by spaces, so that positions stay the same. */
export function blank(text: string, spans: Span[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )
}

function findInWords(text: string): Value[] {
  const words = listWords(text)
  const isShouted = !/\p{Ll}/u.test(text)
  const values: Value[] = []
  for (let at = 0; at < words.length;) {
    const found = longestAt(text, words, at)
    if (!found) {
      at += 1
      continue
    }
    const { value, count } = found
    // "1.5 million" is not 1.5, and how much it is would be a guess.
    const next = words[at + count]
    if (/^(?:number|money|code)$/.test(value.kind) && isJoined(text, words[at + count - 1], next)) {
      if (MULTIPLES.test(next!.text)) {
        at += count + 1
        continue
      }
    }
    // Capital letters right before it may belong to it, and a part of a code is not a value.
    const isPiece = value.kind === 'code' && !isShouted && standsAfterCapitals(text, words, at)
    if (!isPiece) values.push(value)
    at += count
  }
  return values
}

function longestAt(text: string, words: Word[], at: number): { value: Value; count: number } | undefined {
  const [first] = words.slice(at)
  let most = 1
  while (most < MAX_WORDS && isJoined(text, words[at + most - 1], words[at + most])) most += 1
  for (let count = most; count > 0; count -= 1) {
    const { end } = words[at + count - 1]!
    const bareForm = text.slice(first!.start, end)
    // A symbol beside a space is no word: "45 €", "€ 45".
    const before = /[$€£] $/.exec(text.slice(0, first!.start))?.[0] ?? ''
    const after = /^ [$€£](?!\d)/.exec(text.slice(end))?.[0] ?? ''
    const spellings = [before && before + bareForm, after && bareForm + after, bareForm].filter(Boolean)
    const written = spellings.find((each) => findForm(each, count))
    const form = written === undefined ? undefined : findForm(written, count)
    if (written === undefined || !form) continue
    const [kind] = form
    const bare = /^(?:number|money)$/.test(kind)
      ? written.replaceAll(/[^\d.,+-]/g, '')
      : written.replace(/^#/, '')
    return { value: { kind, text: bare, start: first!.start, end }, count }
  }
  return undefined
}

const findForm = (written: string, count: number) =>
  FORMS.find(
    ([, most, pattern, isValid]) => count <= most && pattern.test(written) && (isValid?.(written) ?? true),
  )

function isJoined(text: string, one: Word | undefined, other: Word | undefined): boolean {
  return one !== undefined && other !== undefined && /^[.,]? $/.test(text.slice(one.end, other.start))
}

function standsAfterCapitals(text: string, words: Word[], at: number): boolean {
  const before = words[at - 1]
  if (!before || text.slice(before.end, words[at]!.start) !== ' ') return false
  return (
    /^[A-Z]{1,3}(?:-[A-Z]{1,3})?$/.test(before.text) && !/^[AI]$/.test(before.text) && !UNITS.has(before.text)
  )
}

const countDigits = (text: string) => text.replaceAll(/\D/g, '').length

function hasNoUnit(text: string): boolean {
  return text.split(' ').every((word) => !UNITS.has(word))
}

/** Checks the check digits (ISO 7064, mod 97-10), which also tell where the IBAN ends. */
function isIban(text: string): boolean {
  const bare = text.replaceAll(' ', '')
  const moved = bare.slice(4) + bare.slice(0, 4)
  let rest = 0
  for (const character of moved)
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
