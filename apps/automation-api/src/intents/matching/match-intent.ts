import type { Moment } from './values/dates.ts'
import { rankCandidates, type MatchingServices } from './rank-candidates.ts'
import type { Request } from './read-request.ts'
import { textReader } from '../text-reader.ts'
import { refreshProfiles } from './refresh-profiles.ts'
import type { Scored } from './score-candidate.ts'
import {
  CLEAR_LEAD,
  LEAD_TO_READ,
  MIN_MARGIN,
  MIN_MARGIN_TO_READ,
  MIN_PART,
  MIN_SCORE,
  MIN_SCORE_TO_READ,
  MIN_SCORE_WITH_CLEAR_LEAD,
} from './thresholds.ts'

export type IntentMatch =
  | {
      outcome: 'matched'
      automationId: string
      score: number
      /** Its lead over the second best. */
      margin: number
      /** Values in the request, by the automation's names for them. */
      variables: Record<string, string>
    }
  | { outcome: 'ambiguous'; candidates: { automationId: string; name: string; score: number }[] }
  | {
      outcome: 'none'
      /** The automation that was meant, where only values for these variables are missing. */
      incomplete?: { automationId: string; name: string; missing: string[] }
    }

/**
 * Finds the owner's one automation that a request in plain language means. An unwanted run is worse than none, so
 * similarity alone is not enough: what the request wants done, the hosts that it names and the values that it gives
 * must agree with the automation, and no other automation may be nearly as similar.
 *
 * First updates the profiles of changed automations, so it belongs where nobody waits for a response.
 *
 * @param given values that came with the request, besides those in its text
 * @param moment when and where it was made, for dates in words
 */
export async function matchIntent(
  { db, reader = textReader }: MatchingServices,
  ownerId: string,
  text: string,
  given: Record<string, string> = {},
  moment: Moment = { now: Date.now(), timeZone: 'UTC' },
): Promise<IntentMatch> {
  const request = await reader.readRequest(text, moment)
  if (request.doing.isNegated) return { outcome: 'none' }
  await refreshProfiles({ db, reader }, ownerId)
  const match = decide(await rankCandidates({ db, reader }, ownerId, request, given), request)
  if (match.outcome !== 'doubtful') return match
  // A text in the controlled language is for a new automation, whatever it resembles.
  const isProgram = 'clauses' in (await reader.parseControlled(text))
  return isProgram ? { outcome: 'none' } : { ...match, outcome: 'ambiguous' }
}

type Ambiguous = Extract<IntentMatch, { outcome: 'ambiguous' }>
type Decision = IntentMatch | (Omit<Ambiguous, 'outcome'> & { outcome: 'doubtful' })

/** @param scored best first */
function decide(scored: Scored[], request: Request): Decision {
  const { meant: verbs, isReading } = request.doing
  const agreed = scored.filter(({ isAgreed }) => isAgreed)
  const complete = agreed.filter(({ missing }) => missing.length === 0)
  const [best] = complete
  // What asks for information may mean no automation that changes something where another one tells it.
  const isAfterInformation = isReading && verbs.length === 0 && best?.isChanging === false
  const second = complete.slice(1).find(({ isChanging }) => !(isAfterInformation && isChanging))
  const refused = scored.find(({ isAgreed }) => !isAgreed)
  const [meant] = agreed
  const doubtful = doubt(scored)
  // Those that lack a value may be meant as well: what changes something runs only where nothing else may be meant, and so
  // does everything for a request without a verb.
  const close = agreed.filter(({ score }) => meant!.score - score < MIN_MARGIN)
  const isBare = verbs.length === 0 && !isReading
  const isUnclear = close.length > 1 && (!best || best.isChanging || isBare || !close.includes(best))
  if (meant && meant.score >= MIN_SCORE && isUnclear && meant.score >= (scored[0]?.score ?? 0))
    return { outcome: 'ambiguous', candidates: listCandidates(close) }
  if (
    meant &&
    meant.missing.length > 0 &&
    meant.score >= MIN_SCORE &&
    meant.score - (best?.score ?? 0) >= MIN_MARGIN &&
    meant.score >= (scored[0]?.score ?? 0)
  ) {
    const { candidate, missing } = meant
    return { outcome: 'none', incomplete: { automationId: candidate.id, name: candidate.name, missing } }
  }
  if (!best) return doubtful ?? { outcome: 'none' }
  const lead = best.score - Math.max(second?.score ?? 0, refused?.score ?? 0)
  if (best.score < minScore(best, lead, request)) return doubtful ?? { outcome: 'none' }
  // Another automation is meant, which does not do what the request asks for.
  if (refused && refused.score - best.score >= MIN_MARGIN) return doubtful ?? { outcome: 'none' }
  // It has one thing in common with the request, which asks for something else about it.
  if (isFaint(best)) return { outcome: 'doubtful', candidates: listCandidates([best]) }
  const margin = best.score - Math.max(second?.score ?? 0, 0)
  if (margin < (best.isChanging ? MIN_MARGIN : MIN_MARGIN_TO_READ))
    return {
      outcome: 'ambiguous',
      candidates: listCandidates(complete.filter(({ score }) => best.score - score < MIN_MARGIN)),
    }
  return {
    outcome: 'matched',
    automationId: best.candidate.id,
    score: round(best.score),
    margin: round(margin),
    variables: best.variables,
  }
}

// "This contract" is with the person who asks; "this week" is a time.
const POINTING =
  /(?<!\p{L})(?:this|these) (?!week|weekend|month|year|quarter|season|morning|afternoon|evening|time|moment|one)\p{L}/iu

/**
 * What only reads may run where the request has few words of it, if none of the others says something else: no name, value or
 * verb that the automation does not have.
 */
function minScore(
  { isChanging, features }: Scored,
  lead: number,
  { text, doing: { unknown, others } }: Request,
): number {
  const isStrange =
    features.strangeName > 0 || features.strangeValue > 0 || unknown.length > 0 || others.length > 0
  if (!isChanging && !isStrange && !POINTING.test(text) && lead >= LEAD_TO_READ) return MIN_SCORE_TO_READ
  return lead >= CLEAR_LEAD ? MIN_SCORE_WITH_CLEAR_LEAD : MIN_SCORE
}

/**
 * Whether the words of both are mostly others, and no two values show that the same thing is meant; one is enough to read
 * where its quotes say that it is looked for.
 */
const isFaint = ({ isChanging, isQuoting, features: { request, name, values } }: Scored) =>
  request < MIN_PART && name < MIN_PART && values < (isQuoting && !isChanging ? 1 : 2)

/**
 * The automations that seem to be meant, where the likeliest one does not do what the request asks for, or not
 * clearly.
 */
function doubt(scored: Scored[]): Extract<Decision, { outcome: 'doubtful' }> | undefined {
  const [top] = scored
  // The request names more of the automation than its verb, so the similarity is not by chance.
  if (!top?.isDoubtful || top.score < MIN_SCORE || top.features.name === 0) return undefined
  const close = scored.filter(
    ({ isAgreed, isDoubtful, score }) => (isAgreed || isDoubtful) && top.score - score < MIN_MARGIN,
  )
  return { outcome: 'doubtful', candidates: listCandidates(close) }
}

const listCandidates = (scored: Scored[]) =>
  scored
    .slice(0, 5)
    .map(({ candidate: { id, name }, score }) => ({ automationId: id, name, score: round(score) }))

const round = (score: number) => Number(score.toFixed(3))
