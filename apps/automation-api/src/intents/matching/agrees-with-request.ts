import { isFiller } from './values/find-in-sentence.ts'
import { hasOpposite } from './words/opposites.ts'
import { keyOf, type Question } from './question.ts'
import type { Candidate } from './read-candidates.ts'
import type { Request } from './read-request.ts'
import type { NamedDate } from './values/named-date.ts'
import { isMonthName } from './values/find-month.ts'
import { splitWords } from './profile.ts'
import { listTimes } from './values/times.ts'
import { agrees } from './words/verbs.ts'
import type { Span } from './words/words.ts'

// "Start date" begins with a verb only where there is no variable of that name.
export function doesWhatIsAsked(
  { request, words, doingWithout }: Question,
  { facts, stems }: Candidate,
  used: Span[],
): boolean {
  const isNamed = (word: string) => stems.get(words.get(word)?.stem ?? '') === 'A'
  const isLeftOver = hasLeftOver(request, used)
  const isOwn = (verb: string) => stems.has(words.get(verb)?.stem ?? '')
  // "Adopt a cat" is not for a list of cats that can be adopted.
  const isSaid = (verb: string) => isOwn(verb) && facts.says.some((word) => isFormOf(word, keyOf(verb)))
  if (!request.doing.others.every(facts.effect === 'reads' ? isSaid : isOwn)) return false
  if (
    hasOpposite(
      request.tokens.map(({ text }) => keyOf(text)),
      new Set(facts.says),
    )
  )
    return false
  // What changes something asks back for an unknown verb, and what only reads does nothing else.
  if (facts.effect === 'reads' && !request.doing.commands.every(isSaid)) return false
  if (
    facts.effect === 'reads' &&
    isLeftOver &&
    !request.doing.unknown.every((word) => isFiller(word) || isOwn(word))
  )
    return false
  return agrees(request.doing, facts.verbs, isNamed) || agrees(doingWithout(used), facts.verbs, isNamed)
}

/**
 * Whether nothing speaks against a run: the automation is for the requested time, and if it changes something, the
 * request clearly asks for that. An unknown verb may mean the opposite.
 */
export function mayRun(question: Question, { facts, stems }: Candidate, used: Span[]): boolean {
  const { request, words, textWithout, doingWithout } = question
  const left = textWithout(used)
  const isUnused = ({ start, end }: Span) => !used.some((span) => start < span.end && end > span.start)
  const textOf = ({ start, end }: Span) => request.text.slice(start, end)
  const isOwn = (word: string) => {
    const { stem = null, correctedStem = null } = words.get(word) ?? words.get(word.replace(/s$/, '')) ?? {}
    return stems.has(stem ?? '') || stems.has(correctedStem ?? '')
  }
  const isOwnTime = (span: Span) => splitWords(textOf(span)).every((word) => ON.test(word) || isOwn(word))
  if (facts.times.length > 0) {
    if (!listTimes(left, question.language).every((time) => facts.times.includes(time))) return false
    if (request.values.some((value) => value.kind === 'date' && isUnused(value))) return false
    // "Of 3 December", "in three days", "next spring"
    const isOther = (span: Span) =>
      isUnused(span) && listTimes(textOf(span), question.language).length === 0 && !isOwnTime(span)
    if ([...request.dates, ...request.vagueTimes].some(isOther)) return false
  }
  if (facts.effect === 'reads') return true
  // A condition runs with an automation that is named by it: "Renew the domain if it expires".
  const isOwnCondition = (span: Span) =>
    splitWords(textOf(span)).every((word) => facts.says.includes(word) || (isFiller(word) && word.length > 2))
  if (request.conditions.some((span) => !isOwnCondition(span))) return false
  if (request.isOverriding || hasLeftOver(request, used)) return false
  // It runs now, and "next month" is not now; "the Monday class" may be its own.
  const isOtherDay = ({ from, until = from, ...span }: NamedDate) =>
    (request.today < from || request.today > until) && !isOwnTime(span)
  if (request.dates.some((date) => isUnused(date) && isOtherDay(date))) return false
  // "Tomorrow at 8 pm" is the time of what a variable gets, and no time for the run.
  const taken = request.dates.filter((date) => !isUnused(date))
  const isOfTaken = ({ start, end }: Span) =>
    taken.some((date) => isBeside(date.end, start) || isBeside(end, date.start))
  const notNow = [...request.vagueTimes, ...request.partsOfDay]
  if (notNow.some((time) => isUnused(time) && !isOwnTime(time) && !isOfTaken(time))) return false
  if (request.tokens.some((token) => isUnused(token) && isMonth(token) && !isOwn(keyOf(token.text))))
    return false
  const doing = doingWithout(used)
  // What is not understood of another language may be the verb.
  const isUnderstood =
    !doing.isForeign ||
    doing.meant.length > 0 ||
    request.tokens.every(
      (token) => !isUnused(token) || isFiller(token.text.toLowerCase()) || isOwn(keyOf(token.text)),
    )
  if (!isUnderstood) return false
  return !doing.isAsking && doing.unknown.every((word) => isFiller(word) || isOwn(word))
}

// With at most a short word in between: "at 8 pm on Friday".
const isBeside = (end: number, start: number) => end <= start && start - end <= 4

const ON = /^(?:on|the|of|am|den|der|vom|le|la|du|el|del)$/

// "May I" and "march to" name no month.
const isMonth = ({ text, isName }: Request['tokens'][number]) =>
  isMonthName(text) && (!/^(?:may|march)$/i.test(text) || isName)

/** Whether the request gives a value that the automation does not take. */
function hasLeftOver({ values }: Request, used: Span[]): boolean {
  return values.some(
    ({ kind, start, end }) =>
      !/^(?:url|host|time)$/.test(kind) && !used.some((span) => start < span.end && end > span.start),
  )
}

/** "Converts" and "converting" are forms of "convert" that say the same; "converted" is done to something. */
const isFormOf = (word: string, verb: string) =>
  word === verb || word.replace(/(?:e?s|ing)$/, '') === verb.replace(/e$/, '')
