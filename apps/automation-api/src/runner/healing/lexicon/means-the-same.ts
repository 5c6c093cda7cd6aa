import { cached, textSimilarity } from '../ranking/similarity.ts'
import { listWords, readLexicon } from './read-lexicon.ts'
import { BARE_VERBS, DISTINGUISHING, FILLER, LEADING, REACHING, TRAILING, WEAK_NOUNS } from './weak-words.ts'

const interfaceWords = readLexicon('interface-words.txt')

interface Meaning {
  words: string
  /** Whether the lexicon has a word of it. */
  isKnown: boolean
  /** What its words mean, without fillers. */
  whole: string
  /** The same, with the singular of each word. */
  singular: string
  /** Also without the nouns at its end that only say what kind of thing it is; empty where it has none. */
  core: string
  parts: Part[]
}

/** One or more words of a name, by what they mean. */
export interface Part {
  meaning: string
  words: string[]
}

const meanings = new Map<string, Meaning>()

/**
 * Whether two names say the same in other words: "Log in" and "Sign in", "Lost your password?" and "Forgot password?",
 * "Pricing table" and "Pricing". The same words that the lexicon does not have are no other words.
 */
export function meansTheSame(one: string, other: string): boolean {
  const [left, right] = [readMeaning(one), readMeaning(other)]
  if (left.words === right.words && !left.isKnown) return false
  if (left.whole === '' || right.whole === '') return false
  // "Users" is not "User", but the "User list" is "Users".
  return left.whole === right.whole || left.core === right.singular || left.singular === right.core
}

/** Whether the lexicon knows what both whole names say, and that is not the same; not where one only says "Send". */
export function saysAnother(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => readMeaning(name).whole)
  const isKnown = [left, right].every((each) => /^#\d+$/.test(each!) && !bareVerbs.has(each!))
  return isKnown && left !== right
}

/** What stands in place of words. */
const SYMBOLS = new Map([
  ...['«', '‹', '<', '<<', '←', '❮', '◀'].map((each): [string, string] => [each, 'previous']),
  ...['»', '›', '>', '>>', '→', '❯', '▶'].map((each): [string, string] => [each, 'next']),
  ...['×', '✕', '✖', '✗', '⨯'].map((each): [string, string] => [each, 'close']),
  ...['☰', '≡'].map((each): [string, string] => [each, 'menu']),
])

/** Beside these, the double ones lead to the first page and to the last one. */
const SINGLE = new Map([
  ['«', '‹'],
  ['»', '›'],
  ['<<', '<'],
  ['>>', '>'],
])

/** All that the lexicon has for what a whole name says: "Sign in", "Log in", "Login", … for "Login". */
export function listSynonyms(name: string): string[] {
  const single = SINGLE.get(name.trim())
  if (single !== undefined) return [single]
  const all = listWords(name.slice(0, 120))
  const meaning = [all, withoutAsking(all)]
    .map((words) => interfaceWords.whole.get(words.join(' ')))
    .find(isFound)
  return meaning === undefined ? [] : (interfaceWords.phrases.get(meaning) ?? [])
}

// "Close (Esc)", "Next (arrow right)", "Bold (Ctrl+B)"
const KEY =
  /\s\((?:esc|escape|enter|return|space|tab|home|end|f\d{1,2}|(?:arrow )?(?:left|right|up|down)|(?:(?:ctrl|control|cmd|alt|shift|strg|meta|[⌘⌥⇧⌃])[-+ ]?){1,4}\S{1,6})\)$/iu

// "Import ctrl-i", "Save ⌘S"
const SHORTCUT = /\s(?:(?:ctrl|control|cmd|alt|shift|strg|meta|[⌘⌥⇧⌃])[-+ ]?){1,4}\S{1,6}$/iu

function readMeaning(name: string): Meaning {
  return cached(meanings, name, () => {
    const text = SYMBOLS.get(name.replaceAll(/\s+/g, '')) ?? name.slice(0, 120)
    const all = listWords(text.replace(KEY, '').replace(SHORTCUT, ''))
    const words = withoutAsking(all)
    const found = [all, words].map((each) => interfaceWords.whole.get(each.join(' '))).find(isFound)
    const parts = found === undefined ? readParts(words) : [{ meaning: `#${found}`, words }]
    const said = parts.map(({ meaning }) => meaning)
    const singulars = said.map((meaning) => (meaning.startsWith('#') ? meaning : toSingular(meaning)))
    return {
      words: listWords(text).join(' '),
      isKnown: said.some((meaning) => meaning.startsWith('#')),
      whole: said.join(' '),
      singular: singulars.join(' '),
      core: withoutKind(parts, singulars),
      parts,
    }
  })
}

function readParts(words: string[]): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < words.length;) {
    const longest = longestAt(words, at)
    const count = longest?.count ?? 1
    const meaning = longest ? `#${longest.meaning}` : words[at]!
    if (longest || !FILLER.has(words[at]!)) parts.push({ meaning, words: words.slice(at, at + count) })
    at += count
  }
  return parts
}

/**
 * The parts of the shorter of two names where the longer one has one more word before or after them, which only says
 * more of what it is about.
 */
export function findCommonParts(one: string, other: string): Part[] | undefined {
  const [left, right] = [readMeaning(one).parts, readMeaning(other).parts]
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length !== short.length + 1 || short.every(({ meaning }) => bareVerbs.has(meaning)))
    return undefined
  const isAt = (start: number) =>
    short.every(({ meaning }, index) => long[start + index]?.meaning === meaning)
  const at = [1, 0].find(isAt)
  if (at === undefined) return undefined
  // "Edit profile" and "All users" are not "Profile" and "Users".
  const added = long[at === 1 ? 0 : long.length - 1]!
  const isOther =
    bareVerbs.has(added.meaning) || added.words.some((word) => DISTINGUISHING.has(word) || /\d/.test(word))
  return isOther ? undefined : left.filter(({ meaning }) => short.some((part) => part.meaning === meaning))
}

const loggingOut = interfaceWords.whole.get('log out')

/** Whether it ends the visit, which is the same wherever it is pressed. */
export const saysLogOut = (name: string): boolean =>
  readMeaning(name).parts.some(({ meaning }) => meaning === `#${loggingOut}`)

export function hasParts(name: string, wanted: Part[]): boolean {
  const own = new Set(readMeaning(name).parts.map(({ meaning }) => meaning))
  return wanted.every(({ meaning }) => own.has(meaning))
}

/** What the words of a name mean, other words in the singular. */
export const listMeanings = (name: string): string[] =>
  readMeaning(name).parts.map(({ meaning }) => (meaning.startsWith('#') ? meaning : toSingular(meaning)))

/** One or more words of a name. */
export interface Said {
  /** What they mean and, in the singular, the words themselves: either is the same in another name. */
  keys: string[]
  words: string[]
  /** Whether a name says the same without it: the kind of a thing, such as "page", or a verb that leads to it, such as "view". */
  isWeak: boolean
  /** Whether a name means another thing with it. */
  isDistinguishing: boolean
  isVerb: boolean
}

/** What a name says, part by part. */
export const listSaid = (name: string): Said[] =>
  readMeaning(name).parts.map(({ meaning, words }) => {
    const isReaching = words.every((word) => REACHING.has(word))
    return {
      keys: [meaning, words.map(toSingular).join(' ')],
      words,
      isWeak: isReaching || words.every((word) => WEAK_NOUNS.has(word) || WEAK_NOUNS.has(toSingular(word))),
      isVerb: bareVerbs.has(meaning),
      isDistinguishing:
        !isReaching &&
        (bareVerbs.has(meaning) || words.some((word) => DISTINGUISHING.has(word) || /\d/.test(word))),
    }
  })

/** The same word, or another form of it. */
const SAME_WORD = 0.6

/** Whether each of two names says something that the other one does not: "Form validation" and "Form wizard". */
export function sayOtherThings(one: string, other: string): boolean {
  const [left, right] = [listMeanings(one), listMeanings(other)]
  const own = left.filter((word) => !right.includes(word))
  const its = right.filter((word) => !left.includes(word))
  if (own.length === 0 || its.length === 0) return false
  // What the lexicon knows has no other forms: "next" and "last".
  if ([...own, ...its].some((word) => word.startsWith('#'))) return true
  return textSimilarity(own.join(''), its.join('')) < SAME_WORD
}

/** What is meant without what only asks for it: "Insert table" is "table". */
export const listObject = (name: string): string => withoutAsking(listWords(name.slice(0, 120))).join(' ')

/** What the lexicon knows a whole phrase by, as in what names mean. */
export const meaningOf = (phrase: string): string => `#${interfaceWords.whole.get(phrase)}`

const isLeading = (word: string) => LEADING.has(word) || FILLER.has(word)

const isFound = (meaning: number | undefined) => meaning !== undefined

/** "Number of rooms" */
const COUNTED = /^(?:number of|no of|anzahl der|nombre de|numero de) ./

/** "Please enter your name now" is "name". */
function withoutAsking(words: string[]): string[] {
  let [start, end] = [COUNTED.test(words.join(' ')) ? 2 : 0, words.length]
  while (end - start > 1 && isLeading(words[start]!)) start += 1
  while (end - start > 1 && TRAILING.has(words[end - 1]!)) end -= 1
  return words.slice(start, end)
}

/** "Registration page" is "Registration"; "Edit page" is not "Edit", which may edit something else. */
function withoutKind(parts: Part[], said: string[]): string {
  let count = said.length
  while (count > 1 && WEAK_NOUNS.has(said[count - 1]!)) count -= 1
  if (count === said.length) return ''
  const found = interfaceWords.whole.get(
    parts
      .slice(0, count)
      .flatMap(({ words }) => words)
      .join(' '),
  )
  const core = found === undefined ? said.slice(0, count).join(' ') : `#${found}`
  return bareVerbs.has(core) ? '' : core
}

/** Of a plural: "Tables" is "Table". */
function toSingular(word: string): string {
  if (word.length < 4 || !/[^isu]s$/.test(word)) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}

const bareVerbs = new Set(
  [...BARE_VERBS].map((verb) => {
    const meaning = interfaceWords.whole.get(verb)
    return meaning === undefined ? verb : `#${meaning}`
  }),
)

function longestAt(words: string[], at: number): { meaning: number; count: number } | undefined {
  for (let count = Math.min(interfaceWords.longest, words.length - at); count > 0; count -= 1) {
    const meaning = interfaceWords.anywhere.get(words.slice(at, at + count).join(' '))
    if (meaning !== undefined) return { meaning, count }
  }
  return undefined
}
