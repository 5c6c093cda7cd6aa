/** The kind of element that the words name. */
export type Kind =
  | 'button'
  | 'link'
  | 'field'
  | 'checkbox'
  | 'radio'
  | 'tab'
  | 'menuitem'
  | 'choice'
  | 'image'
  | 'heading'
  | 'any'

/** One way to understand a phrase: a name and a kind. */
export type Reading = { name: string; kind: Kind }

export interface Target {
  /** Likeliest first. */
  readings: Reading[]
  /** Which of several, from 1; -1 is the last. */
  ordinal?: number
}

const NOUNS: [RegExp, Kind][] = [
  [/^(?:push |submit )?(?:button|btn)$/, 'button'],
  [/^(?:hyper)?link$/, 'link'],
  [
    /^(?:(?:text|input|form|entry) ?)?(?:field|box|input|area)$|^text ?(?:field|box|area)$|^textarea$/,
    'field',
  ],
  [/^(?:check|tick) ?box$|^(?:toggle|switch)$/, 'checkbox'],
  [/^radio(?: button)?$/, 'radio'],
  [/^tab$/, 'tab'],
  [/^menu(?: item| entry)?$/, 'menuitem'],
  [/^(?:drop ?down|drop-down|select|combo ?box|list ?box)(?: (?:list|menu|box|field))?$/, 'choice'],
  [/^(?:image|picture|photo|logo)$/, 'image'],
  [/^(?:heading|headline)$/, 'heading'],
  [/^(?:icon|element|item|option|entry|text|label|message|section|list|row|page)$/, 'any'],
]

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const QUOTES = /^(["“„«‹`'‘‚])(.+)(["”“»›`'’‘])$/s
const ARTICLE = /^(?:the|an?|my|your|this|that|its) (?=\S)/i

/** `the second "Add to cart" button` → its possible names, its kind, and which of several it is. */
export function readTarget(phrase: string): Target {
  const quoted = unquote(phrase)
  if (quoted !== undefined) return { readings: [{ name: quoted, kind: 'any' }] }
  const plain = collapse(phrase)
  const whole = plain.replace(ARTICLE, '')
  const ordinal = readOrdinal(whole)
  const readings = ordinal ? readNames(ordinal.rest) : []
  // A ticket may be called "First class".
  const asItIs = [{ name: plain, kind: 'any' as const }, ...readNames(whole)]
  return ordinal ? { readings: [...readings, ...asItIs], ordinal: ordinal.number } : { readings: asItIs }
}

// Names on a page are compared with repeated spaces collapsed.
const collapse = (phrase: string) => phrase.trim().replaceAll(/\s+/g, ' ')

function readNames(phrase: string): Reading[] {
  const bare = phrase.replace(ARTICLE, '')
  const readings: Reading[] = []
  const add = (name: string, kind: Kind) => {
    const plain = unquote(name) ?? name
    if (!readings.some((each) => each.name === plain && each.kind === kind))
      readings.push({ name: plain, kind })
  }
  // `button "Save"`, `the field called Name`
  const [, noun = '', called = ''] =
    /^([\p{L} -]+?) (?:called|named|label+ed|saying|that says|with the (?:text|label|name)) (.+)$/isu.exec(
      bare,
    ) ??
    /^([\p{L} -]+?) (["“„«‹`'].+)$/su.exec(bare) ??
    []
  const before = kindOf(noun)
  if (before) add(called, before)
  add(bare, 'any')
  const words = bare.split(' ')
  for (const length of [2, 1]) {
    if (words.length < length) continue
    const kind = kindOf(words.slice(-length).join(' '))
    if (kind) add(words.slice(0, -length).join(' '), kind)
  }
  return readings
}

const kindOf = (noun: string) => NOUNS.find(([pattern]) => pattern.test(noun.toLowerCase().trim()))?.[1]

function readOrdinal(phrase: string): { number: number; rest: string } | undefined {
  const [, word = '', rest = ''] = /^(\p{L}+|\d{1,3}(?:st|nd|rd|th)|#\d{1,3}) (.+)$/isu.exec(phrase) ?? []
  const place = ORDINALS.indexOf(word.toLowerCase())
  if (place >= 0) return { number: place + 1, rest }
  if (/^last$/i.test(word)) return { number: -1, rest }
  const number = /^(?:\d{1,3}(?:st|nd|rd|th)|#\d{1,3})$/i.test(word) ? Number(word.replaceAll(/\D/g, '')) : 0
  return number > 0 ? { number, rest } : undefined
}

export function unquote(phrase: string): string | undefined {
  const [, , inner] = QUOTES.exec(phrase.trim()) ?? []
  return inner !== undefined && !/["“”]/.test(inner) ? inner : undefined
}

export interface Scoped {
  what: string
  /** What it is beside. */
  anchors: Reading[]
  /** Where that is given by a number: `the first result`. */
  nth?: { number: number; rest: string }
}

/** Splits a phrase that may name a neighbour of the element: `Add to cart` + `A Field Guide to Fog`. */
export function splitScope(given: string): Scoped[] {
  const phrase = collapse(given)
  const separator =
    / (?:in the (?:row|line|card|box|section|entry|item|list) (?:of|for|with|called|named)|in the row|next to|beside|near|under|below|above|for|of|in|on|with|from|at|by) /gi
  const quotes = [...phrase.matchAll(/["“„«`][^"“„«”»`]*["”“»`]/g)].map(({ index, 0: text }) => [
    index,
    index + text.length,
  ])
  return [...phrase.matchAll(separator)].flatMap(({ index, 0: text }) => {
    if (quotes.some(([start = 0, end = 0]) => index > start && index < end)) return []
    const what = phrase.slice(0, index).trim()
    const said = phrase.slice(index + text.length).trim()
    const bare = said.replace(ARTICLE, '').replace(/ (?:row|line|card|section|item|entry)$/i, '')
    // `booking BX-101` is called `BX-101`.
    const [, last = '', ...more] = bare.split(' ')
    const number = more.length === 0 && /\d/.test(last) ? last : ''
    const names = [...new Set([said, bare, number])].filter(Boolean).map((name) => unquote(name) ?? name)
    if (!what || names.length === 0) return []
    const nth = readOrdinal(said.replace(ARTICLE, ''))
    return [{ what, anchors: names.map((name) => ({ name, kind: 'any' })), ...(nth && { nth }) }]
  })
}
