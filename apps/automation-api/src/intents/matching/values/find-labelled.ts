import { detectLanguage } from '../words/languages.ts'
import { endOfName } from './end-of-name.ts'
import { isValue, type Search } from './find-in-sentence.ts'
import { isMonthName } from './find-month.ts'
import type { ProfileVariable } from '../profile.ts'
import type { Value } from './value-kinds.ts'
import { type Found, listWords } from '../words/words.ts'
import { kindsOf, takesPlace, takesText, TEXT } from './variable-kinds.ts'

const SYNONYMS = [
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['number', 'no', 'nr'],
  ['quantity', 'qty'],
  ['mail', 'email', 'e-mail'],
]

function synonymsOf(word: string): string {
  const group = SYNONYMS.find((each) => each.includes(word)) ?? [word]
  return `(?:${group.join('|')})`
}

const NUMBERS: Record<string, string> = Object.fromEntries(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    'eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'une deux trois quatre cinq six sept huit neuf dix onze douze',
    'una dos tres cuatro cinco seis siete ocho nueve diez once doce',
  ].flatMap((words) => words.split(' ').map((word, index) => [word, String(index + 1)])),
)

const SEPARATOR =
  /^(?:\s+(?:is|named|called|of|at|ist|namens|est))?\s*[:=]\s*|^\s+(?:is|named|called|of|at|ist|namens|est|de|von|du)\s+|^\s+/iu
// After a colon: the text until the sentence goes on with something else.
const REST = /^[^,;\n"]{1,500}?(?=[,;\n]|\.(?:\s|$)|$)/u
const JOINED = /\s(?:and|with)\s(?:(?:the|a|an|my|its)\s)?/giu
const NEXT_VALUE = /^\p{L}+(?:\s\p{L}+)?\s{0,3}(?:[:=]|["“\d])/u

/** `city: Oslo`, `city = Oslo`, `the city "Oslo"`, `city Oslo`, `3 nights`. */
export function findLabelled(search: Search, variable: ProfileVariable): Found | undefined {
  // The longest label first, because it is the most specific.
  for (const label of variable.labels.toSorted((one, other) => other.length - one.length)) {
    const spelt = label.split(' ').map(synonymsOf).join('[ _-]?')
    const after = findAfterLabel(search, variable, label, spelt)
    if (after && !(label.endsWith('s') && /\D/.test(after.text))) return after
    // "4 stars: well done" has four of them.
    const found = findBeforeLabel(search, variable, label) ?? after
    if (found) return found
  }
  return undefined
}

function findAfterLabel(
  { request: { text, values }, isKnown, isFree, labels }: Search,
  variable: ProfileVariable,
  label: string,
  spelt: string,
): Found | undefined {
  const others = labels.filter((each) => !variable.labels.includes(each))
  const kinds = kindsOf(variable)
  const quotes = values.filter(({ kind }) => kind === 'quoted')
  for (const match of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${spelt}(?![\\p{L}\\p{N}])`, 'giu'))) {
    if (quotes.some(({ start, end }) => match.index >= start && match.index < end)) continue
    const labelEnd = match.index + match[0].length
    const separator = SEPARATOR.exec(text.slice(labelEnd))?.[0]
    if (separator === undefined) continue
    const isExplicit = /[:=]/.test(separator)
    if (variable.isSecret && !isExplicit) continue
    const start = match.index
    const at = labelEnd + separator.length
    // "A review of the kettle" says what it is about, and "the city of Oslo" which it is.
    const next = readNames(text, at)
    const isMonth = isMonthName(next)
    if (/\b(?:of|de|von|du)\b/i.test(separator) && takesText(variable) && !takesPlace(variable) && !isMonth)
      continue
    const value = values.find((each) => each.start === at)
    if (value && isFree(value) && fits(value, kinds))
      return { text: value.text, start, valueStart: at, end: value.end }
    const rest = isExplicit ? readRest(text.slice(at), others, separator) : undefined
    // "A power tool: tool = chainsaw" names it only after the second one.
    if (rest && new RegExp(`^${spelt}\\s*[:=]`, 'iu').test(rest)) continue
    // A value of another kind, or of more than one word, is neither a number nor a date.
    if (rest && (kinds === TEXT || (!value && !rest.includes(' '))))
      return { text: rest, start, valueStart: at, end: at + rest.length }
    if (isExplicit && rest) continue
    // "From" and "to" have many other uses.
    const isText = kinds === TEXT || /\bhost\b/.test(label)
    if (!isText || /^(?:from|since|source)$/.test(label)) continue
    if (value && isFree(value) && !/^(?:url|host)$/.test(value.kind))
      return { text: value.text, start, valueStart: at, end: value.end }
    // A letter as a value is a capital: "type A", unlike "type a".
    // "Tide times in Port Isaac"
    const isPartOfName =
      separator === ' ' && isNamePart(match[0]) && isNamePart(next) && AFTER_PLACE.test(text.slice(0, start))
    if (isPartOfName && detectLanguage(text) !== 'de')
      return { text: `${match[0]} ${next}`, start, valueStart: start, end: at + next.length }
    if (next && (isMonth || /^\p{Lu}(?: |$)/u.test(next) || isValue(next.split(' ')[0]!, isKnown)))
      return { text: next, start, valueStart: at, end: at + next.length }
  }
  return undefined
}

const AFTER_PLACE = /(?<![\p{L}])(?:in|at|near|for|to|from|à|en|para|pour) $/iu
const isNamePart = (word: string) => /^\p{Lu}\p{L}/u.test(word)

/**
 * Up to an "and" or a "with". After "=", which nobody writes in a sentence, only where the next label follows, or what looks
 * like one with its value.
 */
function readRest(text: string, labels: string[], separator: string): string | undefined {
  const [rest] = REST.exec(text) ?? []
  if (rest === undefined) return undefined
  const end = [...rest.matchAll(JOINED)].find((joint) => {
    const next = text.slice(joint.index + joint[0].length).toLowerCase()
    const isNext = NEXT_VALUE.test(next) || labels.some((label) => next.startsWith(`${label} `))
    return isNext || !separator.includes('=')
  })
  return rest.slice(0, end?.index).trimEnd()
}

/** A word, and the names after it. */
function readNames(text: string, at: number): string {
  const words = listWords(text)
  const first = words.findIndex(({ start }) => start === at)
  if (first === -1) return ''
  return text.slice(at, words[endOfName(text, words, first)]!.end)
}

function findBeforeLabel(
  { request: { text, values }, isFree }: Search,
  variable: ProfileVariable,
  called: string,
): Found | undefined {
  const kinds = kindsOf(variable)
  if (kinds !== TEXT && !kinds.includes('number')) return undefined
  // "2 adult tickets", "1 room", for a field "Adults", "Rooms".
  const spelt = called.replace(/s$/, '').split(' ').map(synonymsOf).join('[ _-]?')
  const label = new RegExp(`^\\s+${spelt}s?(?![\\p{L}\\p{N}])`, 'iu')
  const inDigits = values.find(
    (value) => value.kind === 'number' && isFree(value) && label.test(text.slice(value.end)),
  )
  if (inDigits) return inDigits
  for (const word of listWords(text)) {
    const number = NUMBERS[word.text.toLowerCase()]
    if (number && isFree(word) && label.test(text.slice(word.end))) return { ...word, text: number }
  }
  return undefined
}

const fits = ({ kind }: Value, kinds: Value['kind'][]) => kind === 'quoted' || kinds.includes(kind)
