import type { Word } from './correct-words.ts'
import { agrees, findDoing, isVerbOf } from './verbs.ts'
import { listTimes } from './times.ts'
import { synonymsOf } from './everyday-words.ts'
import { fillFromText } from './fill-from-text.ts'
import { isFiller } from './find-in-sentence.ts'
import type { Span } from './words.ts'
import { siteOf, splitWords } from './profile.ts'
import type { Candidate } from './read-candidates.ts'
import type { Request } from './read-request.ts'
import type { Value } from './value-kinds.ts'
import { CORRECTED_WORD, GUESSED_WORD, PLACES, SYNONYM, UNKNOWN_WORD, WEIGHTS } from './thresholds.ts'

/** A request in the form that all candidates are compared with. */
export interface Question {
  request: Request
  words: Map<string, Word>
  /** Values that came with it, besides those in its text. */
  given: Record<string, string>
  /** The weight of a stem: the fewer automations have it, the higher. */
  rarityOf(stem: string): number
  isKnown(stem: string): boolean
  /** The request's corrected text without these parts. */
  textWithout(spans: Span[]): string
}

export interface Scored {
  candidate: Pick<Candidate, 'id' | 'name'>
  score: number
  variables: Record<string, string>
  /** Variables that a run needs and the request does not give. */
  missing: string[]
  /** Whether the automation does what the request asks for, at the named site, with the given values. */
  isAgreed: boolean
  /** Everything agrees except the verb or the time: the automation may be meant, and is not run. */
  isDoubtful: boolean
  features: Record<keyof typeof WEIGHTS, number>
}

export function scoreCandidate(question: Question, candidate: Candidate): Scored {
  const { request, words, given } = question
  const { facts, stems } = candidate
  const stemIn = (word: string) => {
    const found = words.get(word)
    if (!found) return undefined
    if (found.stem !== null && stems.has(found.stem)) return { stem: found.stem, share: 1 }
    if (found.correctedStem !== null && stems.has(found.correctedStem))
      return { stem: found.correctedStem, share: CORRECTED_WORD }
    for (const synonym of synonymsOf(word)) {
      const stem = words.get(synonym)?.stem
      if (stem && stems.has(stem)) return { stem, share: SYNONYM }
    }
    return undefined
  }
  const filled = fillFromText(request, facts.variables, given, (word) => {
    const { stem, correctedStem } = words.get(keyOf(word)) ?? { stem: null, correctedStem: null }
    if (correctedStem !== null || (stem !== null && question.isKnown(stem))) return true
    return synonymsOf(keyOf(word)).some((each) => question.isKnown(words.get(each)?.stem ?? ''))
  })
  const isUsed = ({ start, end }: Span) => filled.spans.some((span) => start < span.end && end > span.start)

  const addresses = request.values.filter((value) => isAddress(value) && !isUsed(value))
  const isThere = addresses.every((value) => facts.hosts.some((host) => isSameHost(host, hostOf(value))))
  // The label of a value still tells what is to be changed, where the name has the word too.
  const isValue = ({ start, end }: Span) => filled.values.some((span) => start < span.end && end > span.start)
  const isNamed = (word: string) =>
    facts.effect !== 'reads' && stems.get(stemIn(keyOf(word))?.stem ?? '') === 'A'
  const left = request.tokens.filter((token) => !isUsed(token) || (!isValue(token) && isNamed(token.text)))
  const guessed = request.tokens.filter((token) =>
    filled.guesses.some(({ start, end }) => token.start >= start && token.end <= end),
  )

  let asked = 0
  let covered = 0
  let strangeNames = 0
  const hits = new Set<string>()
  for (const token of left) {
    const key = keyOf(token.text)
    const own = stemIn(key)
    if (own) hits.add(own.stem)
    if (!own && token.isName) strangeNames += 1
    const word = words.get(key)
    if (isFiller(key) || !word || word.stem === null) continue
    // The verb must agree anyway; here the object of the request counts.
    if (isVerbOf(request.doing, word.corrected ?? key) && left.length > 1) continue
    const known = own?.stem ?? word.correctedStem ?? word.stem
    const weight = question.rarityOf(known)
    asked += weight
    if (own) covered += weight * own.share * PLACES[stems.get(own.stem)!]
  }
  asked +=
    GUESSED_WORD * sum(guessed.map(({ text }) => question.rarityOf(words.get(keyOf(text))?.stem ?? '')))
  // A named host counts as much as the words of its site.
  if (addresses.length > 0 && isThere) {
    for (const stem of splitWords(addresses.map(hostOf).map(siteOf).join(' '))) {
      if (!stems.has(stem) || hits.has(stem)) continue
      hits.add(stem)
      asked += question.rarityOf(stem)
      covered += question.rarityOf(stem)
    }
  }
  const name = [...stems].filter(([, place]) => place === 'A')
  const nameWeight = sum(name.map(([stem]) => question.rarityOf(stem)))
  const nameHit = sum(name.filter(([stem]) => hits.has(stem)).map(([stem]) => question.rarityOf(stem)))
  // A person has said that these words mean it.
  const phrase = Math.max(0, ...facts.phrases.map((each) => shareOf(each, left)))
  const strangeValues = request.values.filter((value) => !isAddress(value) && !isUsed(value)).length

  const isDone = doesWhatIsAsked(question, candidate, filled.spans)
  // A word that is only guessed to be a value, and is no name, may be a thing that the automation does not do it to.
  const isGuessing = facts.effect !== 'reads' && guessed.some(({ isName }) => !isName)
  const isSafe = !isGuessing && mayRun(question, candidate, filled.spans)
  const features = {
    request: Math.max(phrase, asked ? covered / asked : 0),
    name: Math.max(phrase, nameWeight ? nameHit / nameWeight : 0),
    host: addresses.length > 0 && isThere ? 1 : 0,
    values: Math.min(filled.spans.length - filled.guesses.length, 2),
    strangeName: Math.min(strangeNames, 2),
    strangeValue: Math.min(strangeValues, 2),
    unaskedChange: request.doing.isReading && request.doing.meant.length === 0 && facts.isDoing ? 1 : 0,
  }
  const isGivenKnown = Object.keys(given).every((each) =>
    facts.variables.some((variable) => variable.name === each),
  )
  return {
    candidate: { id: candidate.id, name: candidate.name },
    score: sum(
      Object.entries(features).map(([feature, value]) => WEIGHTS[feature as keyof typeof WEIGHTS] * value),
    ),
    variables: filled.variables,
    missing: filled.missing,
    isAgreed: isThere && isGivenKnown && isDone && isSafe,
    isDoubtful: isThere && isGivenKnown && (isDone ? !isSafe : facts.effect !== 'reads'),
    features,
  }
}

// "Start date" begins with a verb only where there is no variable of that name.
function doesWhatIsAsked(
  { request, words, textWithout }: Question,
  { facts, stems }: Candidate,
  used: Span[],
): boolean {
  const isNamed = (word: string) => stems.get(words.get(word)?.stem ?? '') === 'A'
  if (request.doing.others.some((verb) => !stems.has(words.get(verb)?.stem ?? ''))) return false
  return (
    agrees(request.doing, facts.verbs, isNamed) || agrees(findDoing(textWithout(used)), facts.verbs, isNamed)
  )
}

/**
 * Whether nothing speaks against a run: the automation is for the requested time, and if it changes something, the
 * request clearly asks for that. An unknown verb may mean the opposite.
 */
function mayRun(question: Question, { facts, stems }: Candidate, used: Span[]): boolean {
  const { request, words, textWithout } = question
  const left = textWithout(used)
  const isUnused = ({ start, end }: Span) => !used.some((span) => start < span.end && end > span.start)
  if (facts.times.length > 0) {
    if (!listTimes(left).every((time) => facts.times.includes(time))) return false
    if (request.values.some((value) => value.kind === 'date' && isUnused(value))) return false
  }
  if (facts.effect === 'reads') return true
  if (request.isOverriding) return false
  const isOwn = (word: string) => {
    const { stem = null, correctedStem = null } = words.get(word) ?? words.get(word.replace(/s$/, '')) ?? {}
    return stems.has(stem ?? '') || stems.has(correctedStem ?? '')
  }
  const doing = findDoing(left)
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

/** How much of a phrase and of what is left of a request are the same words, as a share of all of them. */
function shareOf(phrase: string[], left: { text: string }[]): number {
  const said = new Set(phrase.filter((word) => !isFiller(word)))
  const asked = new Set(left.map(({ text }) => keyOf(text)).filter((word) => !isFiller(word)))
  if (said.size === 0) return 0
  const shared = [...said].filter((word) => asked.has(word)).length
  return shared / (said.size + asked.size - shared)
}

/** A word in the form in which it is looked up. */
export const keyOf = (word: string) => word.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')

/** How rare each stem is among these automations. */
export function measureRarity(candidates: Candidate[]): Pick<Question, 'rarityOf' | 'isKnown'> {
  const counts = new Map<string, number>()
  for (const { stems } of candidates)
    for (const stem of stems.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const rarest = Math.log(1 + candidates.length)
  return {
    isKnown: (stem) => counts.has(stem),
    rarityOf(stem) {
      const count = counts.get(stem)
      return count === undefined ? UNKNOWN_WORD * rarest : Math.log(1 + candidates.length / count)
    },
  }
}

const isAddress = ({ kind }: Value) => kind === 'url' || kind === 'host'

const hostOf = ({ kind, text }: Value) =>
  ((kind === 'url' ? URL.parse(text)?.hostname : URL.parse(`http://${text}`)?.hostname) ?? text).toLowerCase()

/** Also the host's site: `shop.example` includes `www.shop.example`. */
const isSameHost = (visited: string, named: string) =>
  visited === named || visited.endsWith(`.${named}`) || `www.${visited}` === named

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
