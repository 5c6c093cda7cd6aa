import { doesWhatIsAsked, mayRun } from './agrees-with-request.ts'
import { tellsWhatIsAsked } from './asked-property.ts'
import { synonymsOf } from './words/everyday-words.ts'
import { fillFromText } from './values/fill-from-text.ts'
import { isFiller } from './values/find-in-sentence.ts'
import { findRelated } from './words/related-forms.ts'
import { namesAnotherPlace } from './names-another-place.ts'
import { siteOf, splitWords } from './profile.ts'
import type { Candidate } from './read-candidates.ts'
import type { Request } from './read-request.ts'
import { keyOf, type Question } from './question.ts'
import type { Value } from './values/value-kinds.ts'
import { isVerbOf } from './words/verbs.ts'
import type { Span } from './words/words.ts'
import { CORRECTED_WORD, GUESSED_WORD, IN_CLAUSE, PLACES, SYNONYM, WEIGHTS } from './thresholds.ts'

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
  /** One of its values is in quotes. */
  isQuoting: boolean
  /** It does more than to read. */
  isChanging: boolean
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
    return findRelated(word, stems.keys(), question)
  }
  const correctionOf = (word: string) => words.get(keyOf(word))?.correctedStem ?? null
  const isOwners = (word: string) => question.isKnown(words.get(word)?.stem ?? '')
  const filled = fillFromText(request, facts.variables, given, {
    isKnown: (word) =>
      correctionOf(word) !== null || isOwners(keyOf(word)) || synonymsOf(keyOf(word)).some(isOwners),
    isLikeKnown: (word) => correctionOf(word) !== null,
  })
  const isUsed = ({ start, end }: Span) => filled.spans.some((span) => start < span.end && end > span.start)

  const addresses = request.values.filter((value) => isAddress(value) && !isUsed(value))
  const isThere = addresses.every((value) => facts.hosts.some((host) => isSameHost(host, hostOf(value))))
  // The label of a value is a word of the automation, too.
  const isValue = ({ start, end }: Span) => filled.values.some((span) => start < span.end && end > span.start)
  const isNamed = (word: string) => stemIn(keyOf(word)) !== undefined
  const left = request.tokens.filter((token) => !isUsed(token) || (!isValue(token) && isNamed(token.text)))
  const guessed = request.tokens.filter((token) =>
    filled.guesses.some(({ start, end }) => token.start >= start && token.end <= end),
  )

  // "The machine db-primary": an identifier right after a word of the automation is a name as well.
  const isNaming = ({ isName, start, end }: Request['tokens'][number]) => {
    if (isName) return true
    const span = filled.guesses.find((each) => start >= each.start && end <= each.end)!
    const before = request.tokens.findLast((token) => token.end < span.start)
    return (
      /^[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)+$/u.test(request.text.slice(span.start, span.end)) &&
      before !== undefined &&
      request.text.slice(before.end, span.start) === ' ' &&
      stemIn(keyOf(before.text)) !== undefined
    )
  }

  let asked = 0
  let covered = 0
  let askedThere = 0
  let coveredThere = 0
  let strangeNames = 0
  const hits = new Set<string>()
  // What a change depends on says nothing about which one is meant.
  const isCondition = ({ start, end }: Span) =>
    facts.effect !== 'reads' && request.conditions.some((span) => start < span.end && end > span.start)
  for (const token of left) {
    if (isCondition(token)) continue
    const key = keyOf(token.text)
    const own = stemIn(key)
    if (own) hits.add(own.stem)
    // Every noun of German is capitalised, and so no name for that.
    if (!own && token.isName && question.language !== 'de') strangeNames += 1
    const word = words.get(key)
    if (isFiller(key) || !word || word.stem === null) continue
    // The verb must agree anyway; here the object of the request counts.
    if (isVerbOf(request.doing, word.corrected ?? key) && left.length > 1) continue
    const known = own?.stem ?? word.correctedStem ?? word.stem
    const weight = question.rarityOf(known)
    const part = own ? weight * own.share * PLACES[stems.get(own.stem)!] : 0
    asked += weight
    covered += part
    if (request.asking.every(({ start, end }) => token.end <= start || token.start >= end)) continue
    askedThere += weight
    coveredThere += part
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
  const isGuessing = facts.effect !== 'reads' && !guessed.every(isNaming)
  const isSafe = !isGuessing && mayRun(question, candidate, filled.spans)
  const nameShare = Math.max(phrase, nameWeight ? nameHit / nameWeight : 0)
  const isTold = tellsWhatIsAsked(request.text, facts, {
    nameShare,
    isKnown: (word) => stemIn(keyOf(word)) !== undefined,
  })
  const features = {
    request: Math.max(phrase, ratio(covered, asked), IN_CLAUSE * ratio(coveredThere, askedThere)),
    name: nameShare,
    host: addresses.length > 0 && isThere ? 1 : 0,
    values: Math.min(filled.spans.length - filled.guesses.length, 2),
    strangeName: Math.min(strangeNames, 2),
    strangeValue: Math.min(strangeValues, 2),
    unaskedChange: request.doing.isReading && request.doing.meant.length === 0 && facts.isDoing ? 1 : 0,
  }
  const isElsewhere = namesAnotherPlace(question, left, isNamed)
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
    isAgreed: isThere && !isElsewhere && isGivenKnown && isDone && isSafe && isTold,
    isDoubtful: isThere && isGivenKnown && (isDone ? !isSafe || isElsewhere : facts.effect !== 'reads'),
    isQuoting: request.values.some((value) => value.kind === 'quoted' && isValue(value)),
    isChanging: facts.effect !== 'reads',
    features,
  }
}

/** How much of a phrase and of what is left of a request are the same words, as a share of all of them. */
function shareOf(phrase: string[], left: { text: string }[]): number {
  const said = new Set(phrase.filter((word) => !isFiller(word)))
  const asked = new Set(left.map(({ text }) => keyOf(text)).filter((word) => !isFiller(word)))
  if (said.size === 0) return 0
  const shared = [...said].filter((word) => asked.has(word)).length
  return shared / (said.size + asked.size - shared)
}

const isAddress = ({ kind }: Value) => kind === 'url' || kind === 'host'

const hostOf = ({ kind, text }: Value) =>
  ((kind === 'url' ? URL.parse(text)?.hostname : URL.parse(`http://${text}`)?.hostname) ?? text).toLowerCase()

/** Also the host's site: `shop.example` includes `www.shop.example`. */
const isSameHost = (visited: string, named: string) =>
  visited === named || visited.endsWith(`.${named}`) || `www.${visited}` === named

const ratio = (part: number, whole: number) => (whole ? part / whole : 0)

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
