import {
  ASKING,
  DETERMINER,
  FOLLOWS_VERB,
  GROUPS,
  LEAD_IN,
  OTHER_VERBS,
  PARTICLE,
  PHRASES,
  READING,
} from './english-verbs.ts'
import {
  findForeignDoing,
  foreignGroupsOf,
  isForeignAsking,
  isForeignVerb,
  languageOfVerbs,
} from './foreign-verbs.ts'
import { detectLanguage, type Language } from './languages.ts'

// "Have they been paid?" has something done, and asks for nothing to be done.
const ASKS_WHETHER =
  /^have (?:(?:i|you|we|they|any|all|some|the \p{L}+) )?(?:\p{L}+ )?been\b|^have (?:i|you|we|they) /u

// "Can I cancel it?", "can the booking be changed?"; "can you cancel it?" asks for it to be done.
const ASKS_WHETHER_MAY =
  /^\P{L}*(?:(?:hi|hello|hey|so|and|ok|okay)\P{L}+)?(?:can|could|may) (?:i|we|one|the|my|our|an?|this|that|these|those|it|he|she|they|someone|anyone|people|customers|members|users)(?!\p{L})/iu

interface Meant {
  /** The groups of the verb. */
  groups: string[]
  /** The word, where it may also be a noun: "order status" orders nothing. */
  noun?: string
}

export interface Doing {
  /** The verb of each clause that begins with one. */
  meant: Meant[]
  /** Words in the place of a verb that are in no group. */
  unknown: string[]
  /** Those of them that are plainly verbs: "top up my card", "grind the coffee". */
  commands: string[]
  /** Verbs of something that no automation does. */
  others: string[]
  /** The request asks for information. */
  isReading: boolean
  /** The request asks only for information. */
  isAsking: boolean
  /** The request asks not to do something. */
  isNegated: boolean
  /** In another language than English. */
  isForeign: boolean
}

/**
 * The verbs that begin the clauses of a request.
 *
 * @param text without its quoted parts
 * @param language that of the whole request, where this is a part of one
 */
export function findDoing(text: string, language = languageOf(text)): Doing {
  if (language !== 'en') {
    const { meant, unknown, commands, isReading, isAsking, isNegated } = findForeignDoing(text, language)
    return {
      meant: meant.map((groups) => ({ groups })),
      unknown,
      commands,
      others: [],
      isReading,
      isAsking,
      isNegated,
      isForeign: true,
    }
  }
  const doing: Doing = {
    meant: [],
    unknown: [],
    commands: [],
    others: [],
    isReading: false,
    isAsking: false,
    isNegated: false,
    isForeign: false,
  }
  let isAsking = false
  const isAskingWhether = ASKS_WHETHER_MAY.test(text) && !/(?<!\p{L})please(?!\p{L})/iu.test(text)
  for (const [index, clause] of splitClauses(text).entries()) {
    const words = clause.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    if (/^(please )*(do not|dont|don t|never)\b/.test(words.join(' '))) doing.isNegated = true
    const at = words.findIndex((word) => !LEAD_IN.test(word))
    const head = words[at]
    const next = words[at + 1]
    if (words.some((word, place) => place < 2 && READING.test(word))) doing.isReading = true
    if (index === 0 && head !== undefined && (ASKING.test(head) || ASKS_WHETHER.test(words.join(' '))))
      isAsking = true
    // "Flights to Rome, leaving on Monday" asks for nothing with its second half.
    const isAside = index > 0 && at === 0 && /^\p{L}{2,}ing$/u.test(head ?? '')
    const groups = head && !isAside ? groupsOf(head) : []
    const isNoun = at === 0 && words.length > 1 && !DETERMINER.test(next!) && !FOLLOWS_VERB.test(next!)
    if (groups.length > 0) doing.meant.push({ groups, ...(isNoun && { noun: head! }) })
    else if (head !== undefined && index === 0 && words.length > 1 && isOtherVerb(head))
      doing.others.push(head)
    // A later clause may be the second half of a list: "for Anna and Ben".
    else if (
      head !== undefined &&
      !isAside &&
      !READING.test(head) &&
      (index === 0 || (next !== undefined && (DETERMINER.test(next) || FOLLOWS_VERB.test(next))))
    ) {
      doing.unknown.push(head)
      const object = PARTICLE.test(next ?? '') ? words[at + 2] : next
      if (at === 0 && object !== undefined && DETERMINER.test(object)) doing.commands.push(head)
    }
  }
  doing.isAsking = (isAsking && doing.meant.length === 0) || isAskingWhether
  return doing
}

/** A name such as "Fitnessstudio kündigen" has nothing but its verb to tell its language by. */
export function languageOf(text: string): Language {
  const language = detectLanguage(text)
  if (language !== 'en') return language
  const words = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const isEnglish = [words[0], words.at(-1)].some((word) => word !== undefined && isEnglishVerbal(word))
  return (isEnglish ? undefined : languageOfVerbs(text)) ?? 'en'
}

/**
 * Whether the verbs `done` cover everything that is asked for.
 *
 * @param isNamed whether the automation's name has the word
 */
export function agrees({ meant }: Doing, done: string[], isNamed: (word: string) => boolean): boolean {
  return meant.every(
    ({ groups, noun }) =>
      groups.some((group) => done.includes(group)) || (noun !== undefined && isNamed(noun)),
  )
}

/** Whether the word is the verb of the request, or its first word. */
export function isVerbOf({ meant }: Doing, word: string): boolean {
  if (meant.length === 0) return false
  return (
    /^(roll|kick|sign|set|fill|hand|opt|cut|give|pick|take|put)$/.test(word) ||
    [...groupsOf(word), ...foreignGroupsOf(word)].some((group) =>
      meant.some(({ groups }) => groups.includes(group)),
    )
  )
}

function splitClauses(text: string): string[] {
  return joinPhrases(text.toLowerCase().replaceAll(/['’]/g, ''))
    .split(/[.,;:!?](?=\s|$)|\n|\b(?:and|then|or|so that)\b/u)
    .filter((clause) => clause.trim())
}

function joinPhrases(text: string): string {
  return PHRASES.reduce((joined, [phrase, verb]) => joined.replaceAll(phrase, verb), text)
}

const byVerb = new Map<string, string[]>()
for (const [group, verbs] of Object.entries(GROUPS))
  for (const verb of verbs.split(' ')) byVerb.set(verb, [...(byVerb.get(verb) ?? []), group])

/** The groups of a verb, in any of its forms. */
function groupsOf(word: string): string[] {
  const stems = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
  stems.push(word.replace(/ing$/, ''), word.replace(/ing$/, 'e'), word.replace(/(.)\1ing$/, '$1'))
  return stems.map((stem) => byVerb.get(stem)).find(Boolean) ?? []
}

/** "Reopen" is not "open", and "unassign" is not "assign": a verb that is in no group, however it is derived. */
const isOtherVerb = (word: string) =>
  OTHER_VERBS.has(word) || groupsOf(/^(?:re|un|dis|de|mis)(\p{L}{3,})$/u.exec(word)?.[1] ?? '').length > 0

/** Whether the word is a verb, or leads to one, and so is not a misspelling of another word. */
export const isVerbal = (word: string) =>
  isEnglishVerbal(word) || isForeignVerb(word) || isForeignAsking(word)

const isEnglishVerbal = (word: string) =>
  LEAD_IN.test(word) || READING.test(word) || ASKING.test(word) || groupsOf(word).length > 0

/** Whether a clause of a longer text begins with what it asks for: ", so list the invoices". */
export function asksForSomething(clause: string): boolean {
  const words = joinPhrases(clause.toLowerCase().replaceAll(/['’]/g, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const head = words.find((word) => !LEAD_IN.test(word))
  if (head === undefined) return false
  return (
    (READING.test(head) && !/^(?:is|are|was|were|did|does|do|has|have|had)$/.test(head)) ||
    clause.endsWith('?') ||
    groupsOf(head).length > 0 ||
    isForeignVerb(head)
  )
}

/** The groups of a verb on a button: "Order" orders, "Orders" shows them. */
export function groupsOnButton(label: string): string[] {
  const words = joinPhrases(label.toLowerCase()).split(/[^\p{L}\p{N}]+/u)
  const head = words.find(Boolean) ?? ''
  return byVerb.get(head) ?? foreignGroupsOf(label)
}
