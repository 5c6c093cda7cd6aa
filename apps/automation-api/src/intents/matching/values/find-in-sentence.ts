import { detectLanguage, isForeignFiller } from '../words/languages.ts'
import { endOfName } from './end-of-name.ts'
import type { Value } from './value-kinds.ts'
import type { ProfileVariable } from '../profile.ts'
import type { Request } from '../read-request.ts'
import { type Found, type Span, wholeWords } from '../words/words.ts'

/** Where a value is searched. */
export interface Search {
  request: Request
  /** Whether a word occurs in the owner's automations, and so is hardly a value. */
  isKnown(word: string): boolean
  /** Whether it only looks like a misspelt word of them. */
  isLikeKnown(word: string): boolean
  /** The labels of all variables of the automation. */
  labels: string[]
  /** Whether no value has been taken from the span. */
  isFree(span: Span): boolean
}

const START = /^(from|since|origin|source|start|departure|base|von|ab|seit|de|depuis|desde|origen|origine)\b/
const END = /^(to|until|till|through|destination|target|goal|end|nach|bis|ziel|vers|jusque|hasta|destino)\b/
// Not with `\b`, for which an accented letter is no letter.
const AFTER_START = /(?<![\p{L}])(?:from|since|between|von|vom|ab|seit|zwischen|depuis|de|du|entre|desde) $/iu
const AFTER_END =
  /(?<![\p{L}])(?:(?:in)?to|until|till|through|and|nach|bis|bis zum|und|à|au|jusqu['’]au|jusqu['’]à|et|vers|a|al|hasta|y) $|\d ?[-–—] ?$/iu
const AFTER_PLACE =
  /(?<![\p{L}])(?:in|at|for|near|around|of|to|für|bei|nach|à|en|pour|de|para|por) (?:the (?:port|city|town) of |(?:la )?(?:ville|ciudad) de |den ort |die stadt |la ville de |la ciudad de )?$/iu

/** Whether a variable is one side of a range: its value follows a word such as "from" or "until". */
export const isOneSide = (variable: ProfileVariable) => isStart(variable) || isEnd(variable)

export const isStart = ({ name }: ProfileVariable) => START.test(name) || DEPARTURE.test(name)
export const isEnd = ({ name }: ProfileVariable) => END.test(name) || ARRIVAL.test(name)

const DEPARTURE = /^(?:departure|depart|départ|abfahrt|abreise|salida)(?![\p{L}])/iu
const ARRIVAL = /^(?:arrival|arrivee|arrivée|ankunft|anreise|llegada)(?![\p{L}])/iu

/** An end of a journey: a place, or a day. */
export const isJourney = ({ name }: ProfileVariable) => DEPARTURE.test(name) || ARRIVAL.test(name)

const FILLER = new Set(
  `a an the and or of in on at for from to with by about into via using as is are was be it its that this these those
  me my our your i you we us please can could would will do does did what which when where who how much many some any
  get give show tell find look looking searching interested wondering up see search check want need like know now today tonight tomorrow currently current
  latest right there here just also named called no not out over next last new all one there's what's i'd i'm going
  let make take have has more most up down off then than so if it's if's good bad really quickly soon again still ever
  big high long far tall deep often early late around near nearby close within moment week month year day evening afternoon time online website site page internet web news thing things something anything way`
    .split(/\s+/)
    .filter(Boolean),
)

export function isFiller(word: string): boolean {
  return FILLER.has(word) || isForeignFiller(word)
}

export const isValue = (word: string, isKnown: Search['isKnown']) =>
  !isFiller(word.toLowerCase()) && (/^\p{Lu}|\d/u.test(word) || !isKnown(word.toLowerCase()))

const MOST =
  /(?<![\p{L}])(?:at most|up to|no more than|not more than|under|below|less than|max\.?|maximum|höchstens|maximal|bis zu|unter|au plus|maximum de|moins de|jusqu['’]à|como máximo|hasta|menos de) $/iu
const LEAST =
  /(?<![\p{L}])(?:at least|no less than|not less than|over|above|more than|min\.?|minimum|mindestens|über|mehr als|au moins|plus de|como mínimo|al menos|más de) $/iu

/** `at most 1200`, for a maximum, and `at least 3`, for a minimum. */
export function findBound(
  { request: { text, values }, isFree }: Search,
  { labels }: ProfileVariable,
): Value | undefined {
  const before = [
    { label: /\b(?:max|maximum|maximal|most|up to|höchst\p{L}*|máximo|máxima)\b/u, bound: MOST },
    { label: /\b(?:min|minimum|minimal|least|mindest\p{L}*|mínimo|mínima)\b/u, bound: LEAST },
  ].find(({ label }) => labels.some((each) => label.test(each)))?.bound
  if (!before) return undefined
  const bound = values.filter(
    (value) =>
      /^(?:number|money)$/.test(value.kind) &&
      isFree(value) &&
      before.test(text.slice(Math.max(0, value.start - 20), value.start)),
  )
  return bound.length === 1 ? bound[0] : undefined
}

/** `from Kiel`, `to Lubeck`, for a variable of that name. */
export function findByRelation(search: Search, variable: ProfileVariable): Found | undefined {
  if (isStart(variable)) return findAfter(search, AFTER_START, hasAnyKind)
  if (isEnd(variable)) return findAfter(search, AFTER_END, hasAnyKind)
  return undefined
}

/** The names right before a "to" and the value after it. */
export function findBeforeTo({ request: { text, tokens }, isFree }: Search, end: Span): Found | undefined {
  const joint = / (?:to|nach|à|a|→|->) $/u.exec(text.slice(Math.max(0, end.start - 10), end.start))?.[0]
  if (joint === undefined) return undefined
  const last = tokens.findIndex((token) => token.end === end.start - joint.length)
  if (last === -1 || !tokens[last]!.isName) return undefined
  let first = last
  while (
    first > 0 &&
    tokens[first - 1]!.isName &&
    text.slice(tokens[first - 1]!.end, tokens[first]!.start) === ' '
  )
    first -= 1
  const span = wholeWords(text, { start: tokens[first]!.start, end: tokens[last]!.end })
  return isFree(span) ? span : undefined
}

const POSTCODE = /\b(?:postcode|post code|zip|plz|postleitzahl|code postal|código postal)\b/u

/** A place, by the words before it; its postcode where the field takes one too. */
export function findPlace(search: Search, { labels }: ProfileVariable): Found | undefined {
  const takesCode = labels.some((label) => POSTCODE.test(label))
  const mayBe = ({ kind }: Value) => kind === 'quoted' || (takesCode && /^(?:code|number)$/.test(kind))
  return findAfter(search, AFTER_PLACE, mayBe)
}

/** The value right after the words that `before` ends with: a quoted one, else a name of one or more words. */
function findAfter(
  { request: { text, values, tokens }, isKnown, isFree }: Search,
  before: RegExp,
  mayBe = (value: Value) => value.kind === 'quoted',
): Found | undefined {
  const value = values.find(
    (each) =>
      mayBe(each) && isFree(each) && before.test(text.slice(Math.max(0, each.start - 40), each.start)),
  )
  if (value) return value
  const candidates = tokens.flatMap((token, index) => {
    if (!before.test(text.slice(Math.max(0, token.start - 40), token.start)) || !isFree(token)) return []
    const last = endOfName(text, tokens, index)
    // "New" is a word that says little, and "New York" is a name.
    if (!isValue(token.text, isKnown) && !(token.isName && last > index)) return []
    const span = wholeWords(text, { start: token.start, end: tokens[last]!.end })
    return [{ ...span, isName: token.isName }]
  })
  return candidates.find(({ isName }) => isName) ?? candidates[0]
}

// A URL is a place to go to.
const hasAnyKind = ({ kind }: Value) => kind !== 'url' && kind !== 'host'

// "Films at the Odeon": whose site or house it is, and no film.
const AT = /(?<![\p{L}])(?:at|via|using|bei|beim|chez)(?: the)? $/iu
// "Open tickets in Helpdesk": a service, where no place is wanted.
const WITHIN = /(?<![\p{L}])in $/iu

/** The only run of capitalised words that has one which occurs in no automation: a name. */
export function findProperName({ request: { text, tokens }, isKnown, isFree }: Search): Found | undefined {
  const runs: { start: number; end: number; isStrange: boolean; isHouse: boolean }[] = []
  for (const [index, token] of tokens.entries()) {
    if (!token.isName || !isFree(token) || token.start < (runs.at(-1)?.end ?? 0)) continue
    const last = endOfName(text, tokens, index)
    const words = tokens.slice(index, last + 1).map((word) => word.text.toLowerCase())
    runs.push({
      start: token.start,
      end: tokens[last]!.end,
      isStrange: words.some((word) => !isKnown(word) && !isFiller(word)),
      isHouse: AT.test(text.slice(0, token.start)) || WITHIN.test(text.slice(0, token.start)),
    })
  }
  // Every noun of German is capitalised, so a name is only what follows another.
  const names = runs.filter(({ isStrange, isHouse }) => isStrange && !isHouse)
  const [name] = names
  return name && names.length === 1 && detectLanguage(text) !== 'de'
    ? wholeWords(text, withoutPossessive(text, name))
    : undefined
}

const withoutPossessive = (text: string, { start, end }: Span): Span => ({
  start,
  end: end - (/['’]s$/.exec(text.slice(start, end))?.[0].length ?? 0),
})

/** The longest run of words that occur in no automation. */
export function findRest({
  request: { text, tokens },
  isKnown,
  isLikeKnown,
  isFree,
}: Search): Found | undefined {
  const runs: (Found & { words: number })[] = []
  for (const token of tokens) {
    const lower = token.text.toLowerCase()
    if (!isFree(token) || isFiller(lower) || isKnown(lower) || (token === tokens[0] && tokens.length > 1))
      continue
    if (AT.test(text.slice(0, token.start)) || (token.isName && WITHIN.test(text.slice(0, token.start))))
      continue
    const run = runs.at(-1)
    if (run && /^[ -]$/.test(text.slice(run.end, token.start))) {
      run.end = token.end
      run.text = text.slice(run.start, run.end)
      run.words += 1
    } else runs.push({ text: token.text, start: token.start, end: token.end, words: 1 })
  }
  const after = runs.filter(({ start }) =>
    /(?<![\p{L}])(?:for|with|about|on|in|of|named|called|word|für|mit|über|namens|pour|avec|sur|para|con|sobre) $/iu.test(
      text.slice(0, start),
    ),
  )
  // A verb stands at the end in German, and names are capitalised.
  const isEnglish = detectLanguage(text) === 'en'
  // "What do they still owe us": between words that say nothing, it is no value.
  const isLoose = ({ start, end }: Span) => {
    const [before, next] = [
      tokens.findLast((token) => token.end <= start),
      tokens.find((token) => token.start >= end),
    ].map((token) => token && isFiller(token.text.toLowerCase()))
    return before === true && next === true
  }
  const [longest] = (
    after.length > 0 ? after : runs.filter((run) => !isLoose(run) && (isEnglish || /^\p{Lu}/u.test(run.text)))
  ).toSorted((one, other) => other.words - one.words)
  if (!longest) return undefined
  const whole = extend(longest)
  return AT.test(text.slice(0, whole.start)) ? undefined : wholeWords(text, withoutPossessive(text, whole))

  /** "Clay pots" where there are ports, "Da Mario": the words beside it that belong to it. */
  function extend({ start, end }: Span): Span {
    const isPart = (token: Request['tokens'][number]) =>
      isFree(token) &&
      (isLikeKnown(token.text.toLowerCase()) || (token.isName && /^\p{Lu}/u.test(text.slice(start, end))))
    const span = { start, end }
    for (const token of tokens.filter((each) => each.end <= start).toReversed()) {
      if (text.slice(token.end, span.start) !== ' ' || token === tokens[0] || !isPart(token)) break
      span.start = token.start
    }
    for (const token of tokens.filter((each) => each.start >= end)) {
      if (text.slice(span.end, token.start) !== ' ' || !isPart(token)) break
      span.end = token.end
    }
    return span
  }
}
