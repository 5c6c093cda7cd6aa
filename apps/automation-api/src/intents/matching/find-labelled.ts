import { isValue, START, type Found, type Search } from './find-in-sentence.ts'
import type { ProfileVariable } from './profile.ts'
import type { Value } from './read-request.ts'
import { trimEnd } from '../trim-end.ts'
import { kindsOf, TEXT } from './variable-kinds.ts'

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

const SEPARATOR = /^(?:\s+(?:is|named|called|of|at))?\s*[:=]\s*|^\s+(?:is|named|called|of|at)\s+|^\s+/iu
// After a colon, all that follows until the sentence goes on with something else.
const REST = /^[^,;\n"]{1,500}?(?=[,;\n]|\.(?:\s|$)|$|\s(?:with|and)\s)/u
// Without one, a word, and the names that follow.
const WORDS = /^[\p{L}\p{N}][\p{L}\p{N}/_.+-]*(?: \p{Lu}[\p{L}\p{N}-]*)*/u

/** `city: Oslo`, `city = Oslo`, `the city "Oslo"`, `city Oslo`, `3 nights`. */
export function findLabelled(search: Search, variable: ProfileVariable): Found | undefined {
  // The longest label first: it says the most.
  for (const label of variable.labels.toSorted((one, other) => other.length - one.length)) {
    const spelt = label.split(' ').map(synonymsOf).join('[ _-]?')
    const found = findAfterLabel(search, variable, label, spelt) ?? findBeforeLabel(search, variable, spelt)
    if (found) return found
  }
  return undefined
}

function findAfterLabel(
  { request: { text, values }, isKnown, isFree }: Search,
  variable: ProfileVariable,
  label: string,
  spelt: string,
): Found | undefined {
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
    const value = values.find((each) => each.start === at)
    if (value && isFree(value) && (isExplicit || fits(value, kinds)))
      return { text: value.text, start, end: value.end }
    const rest = isExplicit ? REST.exec(text.slice(at))?.[0] : undefined
    if (rest) return { text: rest.trim(), start, end: at + rest.length }
    // "From" and "to" stand before much else.
    if (kinds !== TEXT || (START.test(label) && !label.includes(' '))) continue
    const words = trimEnd(WORDS.exec(text.slice(at))?.[0] ?? '', '.')
    if (words && isValue(words.split(' ')[0]!, isKnown)) return { text: words, start, end: at + words.length }
  }
  return undefined
}

function findBeforeLabel(
  { request: { text, values }, isFree }: Search,
  variable: ProfileVariable,
  spelt: string,
): Found | undefined {
  if (!kindsOf(variable).includes('number')) return undefined
  const label = new RegExp(`^\\s+${spelt}(?![\\p{L}\\p{N}])`, 'iu')
  return values.find((value) => value.kind === 'number' && isFree(value) && label.test(text.slice(value.end)))
}

const fits = ({ kind }: Value, kinds: Value['kind'][]) => kind === 'quoted' || kinds.includes(kind)
