import type { Search } from './find-in-sentence.ts'
import { listWords, type Found, type Word } from '../words/words.ts'

// "Lindenstraße", "Alt-Moabit-Platz"
const IN_ONE_WORD = /(?:straße|strasse|str|weg|platz|gasse|allee|ring|damm|ufer)$/u
// "Dock Lane"
const LAST =
  /^(?:street|st|road|rd|lane|ln|avenue|ave|drive|square|place|way|court|close|terrace|boulevard|blvd)$/iu
// "rue de la Paix"
const FIRST = /^(?:rue|avenue|boulevard|calle|avenida|plaza|paseo)$/iu
const BETWEEN = /^(?:de|du|des|la|las|los|le|les|del)$/u
const NUMBER = /^\d{1,5}[a-z]?$/iu
const NAME = /^\p{Lu}/u

/** The only street of a request, with its house's number. */
export function findStreet({ request: { text }, isFree }: Search): Found | undefined {
  const words = listWords(text)
  const found = words.flatMap((_, at) => streetAt(text, words, at) ?? []).filter(isFree)
  return found.length === 1 ? found[0] : undefined
}

function streetAt(text: string, words: Word[], at: number): Found | undefined {
  const isNext = (one: number, test: RegExp) =>
    words[one] !== undefined &&
    test.test(words[one].text) &&
    text.slice(words[one - 1]?.end ?? words[one].start, words[one].start).trim() === ''
  const isName = (word: number) => words[word] !== undefined && NAME.test(words[word].text)
  let [from, to] = [at, at]
  const { text: word } = words[at]!
  if (FIRST.test(word)) {
    while (isNext(to + 1, BETWEEN)) to += 1
    if (!isNext(to + 1, NAME)) return undefined
    while (isNext(to + 1, NAME)) to += 1
  } else if (LAST.test(word) && NAME.test(word)) {
    while (isName(from - 1) && isNext(from, NAME)) from -= 1
    if (from === at) return undefined
  } else if (!NAME.test(word) || !IN_ONE_WORD.test(word.toLowerCase())) return undefined
  if (isNext(to + 1, NUMBER)) to += 1
  else if (words[from - 1] && NUMBER.test(words[from - 1]!.text) && isNext(from, /./)) from -= 1
  const [start, end] = [words[from]!.start, words[to]!.end]
  return { text: text.slice(start, end), start, end }
}
