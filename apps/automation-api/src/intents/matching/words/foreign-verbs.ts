import {
  ASKING,
  DETERMINERS,
  type Foreign,
  LEAD_IN,
  MODAL,
  NEGATION,
  READING,
  SEPARATED,
  VERBS,
} from './foreign-words.ts'

const groupsIn = Object.fromEntries(
  Object.entries(VERBS).map(([language, groups]) => {
    const byForm = new Map<string, string[]>()
    for (const [group, forms] of Object.entries(groups))
      for (const form of forms.split(' ')) byForm.set(form, [...(byForm.get(form) ?? []), group])
    return [language, byForm]
  }),
) as Record<Foreign, Map<string, string[]>>

const readingIn = Object.fromEntries(
  Object.entries(READING).map(([language, forms]) => [language, new Set(forms.split(/\s+/).filter(Boolean))]),
) as Record<Foreign, Set<string>>

export interface ForeignDoing {
  /** The groups of each verb that does something, wherever it stands: German puts it last. */
  meant: string[][]
  /** Words in the place of a verb that are none that is known. */
  unknown: string[]
  /** Those of them that are plainly verbs: "renvoie le colis". */
  commands: string[]
  isReading: boolean
  /** It only asks: what does something is in a question about that, as in "Wie kündige ich …?" */
  isAsking: boolean
  isNegated: boolean
}

/** The verbs of a request in another language, which must do what the automation does, as English ones. */
export function findForeignDoing(text: string, language: Foreign): ForeignDoing {
  const lower = text.toLowerCase()
  const joined = SEPARATED.flatMap(([pattern, verb]) => {
    const at = lower.search(pattern)
    return at === -1 ? [] : [{ verb, at }]
  })
  const doing: ForeignDoing = {
    meant: [],
    unknown: [],
    commands: [],
    isReading: false,
    isAsking: false,
    // Languages are easily confused, and negations are not.
    isNegated: FOREIGN.some((each) => NEGATION[each].test(lower)),
  }
  let opening: string | undefined
  let isModal = false
  const asked: boolean[] = []
  for (const { 0: clause, index } of text.matchAll(/[^.,;:!?\n]+/gu)) {
    const found = [...clause.matchAll(/\p{L}+/gu)]
    const words = found.map(([word]) => word)
    const first = words.findIndex((word) => !LEAD_IN.test(word.toLowerCase()))
    isModal ||= opening === undefined && MODAL.test(lower)
    opening ??= words[first]?.toLowerCase()
    for (const [at, word] of words.entries()) {
      const form = word.toLowerCase()
      const isNoun =
        isDeterminer(words[at - 1]?.toLowerCase() ?? '', language) ||
        (language === 'de' && at > first && /^\p{Lu}/u.test(word))
      if (isNoun) continue
      const groups = groupsIn[language].get(form)
      if (readingIn[language].has(form)) doing.isReading = true
      else if (groups && joined.length === 0) {
        doing.meant.push(groups)
        asked.push(asksBefore(text.slice(0, index + found[at]!.index)))
      } else if (!groups && joined.length === 0 && isInVerbsPlace(words, at, first, language)) {
        doing.unknown.push(form)
        if (at === first) doing.commands.push(form)
      }
    }
  }
  for (const { verb, at } of joined) {
    const groups = groupsIn[language].get(verb)
    if (groups) {
      doing.meant.push(groups)
      asked.push(asksBefore(text.slice(0, at)))
    } else if (readingIn[language].has(verb)) doing.isReading = true
  }
  // A question asks for something to read: "¿Tengo multas?" One that begins with "can you" asks for something to be done.
  if (doing.meant.length === 0 && /\?\s*$/.test(text) && !isModal) {
    doing.isReading = true
    doing.unknown = []
    doing.commands = []
  }
  doing.isAsking =
    doing.meant.length > 0
      ? asked.every(Boolean)
      : doing.isReading || text.split(ENDS_SENTENCE).some((sentence) => asksBefore(sentence))
  // A request without any known verb begins with an unknown one, or is only a name.
  const isUnclear = doing.meant.length === 0 && !doing.isReading && doing.unknown.length === 0
  if (isUnclear && opening !== undefined) doing.unknown.push(opening)
  return doing
}

const ENDS_SENTENCE = /[.!?;\n]/u

/** Whether the sentence's words before a verb make it one that is asked about. */
const asksBefore = (text: string) => {
  const sentence = text.toLowerCase().split(ENDS_SENTENCE).at(-1)!
  const words = sentence
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .join(' ')
  return FOREIGN.some((each) => ASKING[each].test(words))
}

// "Tu" is a determiner in Spanish only.
const isDeterminer = (word: string, language: Foreign) =>
  DETERMINERS.test(word) && !(language !== 'es' && word === 'tu')

/** An imperative before its object, or an infinitive where the language puts one. */
function isInVerbsPlace(words: string[], at: number, first: number, language: Foreign): boolean {
  const form = words[at]!.toLowerCase()
  if (LEAD_IN.test(form) || DETERMINERS.test(form)) return false
  const next = words[at + 1]?.toLowerCase()
  if (at === first && next !== undefined && DETERMINERS.test(next) && !/^(?:de|von|d)$/.test(next))
    return true
  if (language === 'de')
    return at === words.length - 1 && at > 0 && /^\p{Ll}.*(?:en|ern|eln)$/u.test(words[at]!)
  const before = words[at - 1]?.toLowerCase() ?? ''
  const isInfinitive =
    language === 'fr' ? /(?:er|ir|re)$/.test(form) : /(?:[aei]r)(?:se|me|lo|la)?$/.test(form)
  return isInfinitive && LEAD_IN.test(before)
}

/** The groups of a verb in a name or on a button, in whichever language has it. */
export function foreignGroupsOf(label: string): string[] {
  const found = label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  return FOREIGN.flatMap((language) =>
    [found[0], found.at(-1)].flatMap((word) => groupsIn[language].get(word ?? '') ?? []),
  )
}

/** The language whose verb the text has first or last, where it has nothing else to tell it by. */
export function languageOfVerbs(text: string): Foreign | undefined {
  const found = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  return FOREIGN.find((language) =>
    [found[0], found.at(-1)].some((word) => word !== undefined && groupsIn[language].has(word)),
  )
}

/** Whether the word is a verb of another language. */
export const isForeignVerb = (word: string) =>
  FOREIGN.some((language) => groupsIn[language].has(word) || readingIn[language].has(word))

/** Whether the word alone is one of a question. */
export const isForeignAsking = (word: string) => FOREIGN.some((each) => ASKING[each].test(`${word} `))

const FOREIGN: Foreign[] = ['de', 'fr', 'es']
