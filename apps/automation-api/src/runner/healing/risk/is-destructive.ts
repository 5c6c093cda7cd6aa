import type { Fingerprint } from '../fingerprint.ts'
import { RISKY_WORDS, WITHOUT_SPACES } from './risky-words.ts'

const words = new Set<string>()
const heads = new Set<string>()
const phrases = new Map<string, string[][]>()
const harmless = new Map<string, string[][]>()

for (const language of Object.values(RISKY_WORDS)) {
  for (const word of split(language.words)) words.add(word)
  for (const word of split(language.heads)) heads.add(word)
  for (const phrase of language.phrases.split(',')) keep(phrases, phrase)
  for (const phrase of language.harmless.split(',')) keep(harmless, phrase)
}

// "Payment history" shows something; so does "Order by".
const SHOWN_AFTER =
  /^(history|number|no|id|ids|by|status|state|details?|summary|date|dates|time|list|lists|type|types|method|methods|options?|settings?|preferences|policy|policies|info|information|overview|log|logs|report|reports|statistics|stats|reasons?|view|template|templates|guide|help|faq|rules?|link|url|name|title|body|author|category|tags?|form|field|fields|label|queue|rate|fee|fees|total|notes?|page|tab|tracker|tracking|confirmation|receipt|review|reviews|store|shop|shelf|club|value|values|mode|order|orders|requests|rates|calendar|schedule|count|counts)$/
// The nouns among the risky words, for which that holds: "Delete history" deletes.
const NOUNS =
  /^(order|post|book|transfer|purchase|withdrawal|refund|checkout|charge|cancellation|deletion|removal|termination|block|archive|bid|bet|release|merge|publish|stop|leave|rent|lease|wire|ban|upgrade|deploy|hire|reserve|chargeback|revocation|deactivation)$/
// "Yes, delete it", "Jetzt bestellen"
const LEAD_IN = /^(yes|ok|okay|please|now|just|quick|really|ja|jetzt|bitte|oui|sí|sim|re)$/

const ICONS = /^(trash|trashcan|bin|dustbin|garbage|wastebasket|eraser|paperplane)$/

/** Whether an element's name says that it does something irreversible or costly: by whole words, never by a part. */
export function isDestructive({ name, text, title, id, icon, glyph }: Fingerprint): boolean {
  if ([name, text, title].some((each) => saysSo(toWords(each)) || saysSoWithoutSpaces(each))) return true
  return [id, icon, glyph].some((each) => {
    const parts = toWords(each)
    return saysSo(parts) || parts.some((part) => ICONS.test(part.replace(/\d{1,4}$/, '')))
  })
}

function saysSo(all: string[]): boolean {
  const left = all.map((word, at) => (isHarmlessAt(all, at) ? '' : word))
  const head = left.findIndex((word) => word !== '' && !LEAD_IN.test(word))
  return left.some((word, at) => {
    if (word === '') return false
    if (phrases.get(word)?.some((phrase) => isAt(left, phrase, at))) return true
    if (!words.has(word) && !(at === head && heads.has(word))) return false
    const next = left[at + 1]
    return !(next !== undefined && NOUNS.test(word) && SHOWN_AFTER.test(next))
  })
}

/** Whether the word is in a harmless phrase. */
function isHarmlessAt(all: string[], at: number): boolean {
  for (let start = Math.max(0, at - 4); start <= at; start += 1) {
    const found = harmless
      .get(all[start]!)
      ?.some((phrase) => start + phrase.length > at && isAt(all, phrase, start))
    if (found) return true
  }
  return false
}

function isAt(all: string[], phrase: string[], start: number): boolean {
  return phrase.every((word, index) => {
    const found = all[start + index]
    return found !== undefined && found !== '' && (word === '*' || word === found)
  })
}

function saysSoWithoutSpaces(text: string): boolean {
  if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text)) return false
  const left = WITHOUT_SPACES.harmless.reduce((rest, each) => rest.replaceAll(each, ' '), text)
  return WITHOUT_SPACES.risky.some((each) => left.includes(each))
}

/** The words of a text or of a name in code, in order. */
function toWords(text: string): string[] {
  return split(text.replaceAll('*', ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
}

function split(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}*]+/u)
    .filter(Boolean)
}

function keep(into: Map<string, string[][]>, phrase: string): void {
  const parts = split(phrase)
  const [first] = parts
  if (first !== undefined) into.set(first, [...(into.get(first) ?? []), parts])
}
