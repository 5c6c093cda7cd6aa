import type { Locator, Page } from 'playwright-core'
import type { Selector } from '../../automations/selector.ts'
import { toLocator } from '../elements/selectors.ts'
import { listSelectors } from './alternatives.ts'
import { type Candidate, collectCandidates, surveyElement } from './collect.ts'
import { decide } from './decide.ts'
import { findNamesake } from './identity/find-namesake.ts'
import { findRisk } from './find-reason.ts'
import { THRESHOLDS } from './thresholds.ts'
import { toFrameIndexes } from './frame-path.ts'
import { mayHealOnto } from './may-heal-onto.ts'
import { hasSameName, type Learned, nameOf } from './identity/names.ts'
import { toPurpose } from './purpose.ts'
import { raceAlternatives } from './race-alternatives.ts'
import type { Ranked, Ranker } from './ranking/ranker.ts'
import { rankByRarity } from './ranking/rank-by-rarity.ts'
import { rankBySimilarity } from './ranking/rank-by-similarity.ts'
import { NOTHING_WANTED, toRecorded } from './record-element.ts'
import type { Recorded } from './recorded.ts'

export type Healed = {
  /** `tentative`: good enough for this run, but not to be written back. */
  outcome: 'persist' | 'tentative'
  locator: Locator
  /** New alternatives for the element, best first, and the path to its frame. */
  selectors: Selector[]
  frame: number[]
  /** The element as it is now. */
  recorded: Recorded
  score: number
  margin: number
  message: string
}

export type NotHealed = {
  outcome: 'failed'
  score: number
  margin: number
  candidates: { selector: Selector; text: string; score: number }[]
  message: string
}

const RANKERS: Ranker[] = [
  { name: 'similarity', rank: rankBySimilarity },
  { name: 'rarity', rank: rankByRarity },
]

/**
 * Finds the element of a broken step again, or returns the closest candidates. A wrong element is worse than a
 * failure: a failed step is repaired by a person in a minute, and a click on something else may go unnoticed for
 * weeks.
 *
 * The only element with the learned role and name is accepted. Otherwise, the alternatives recorded at the last
 * successful run are tried first, because most changes of a page break only one kind of selector. Then every visible
 * element that the action could mean is compared with the lost one, by rankers that must agree. Further rankers can be
 * given, and are subject to the same guards.
 */
export async function healElement(
  page: Page,
  { type, selectors, recorded }: { type: string; selectors: Selector[]; recorded: Recorded },
  rankers: Ranker[] = RANKERS,
): Promise<Healed | NotHealed> {
  const purpose = toPurpose(type, recorded.fingerprint)
  const everything = await collectCandidates(page, purpose)
  const candidates = everything.filter((candidate) => mayHealOnto(recorded, candidate, purpose))
  // An element with the learned role and name is found by them, and where there are several, by no selector either.
  const isCalledSo = candidates.some((candidate) => hasSameName(recorded, candidate))
  const known = [...recorded.alternatives, ...selectors]
  const winner = findNamesake(recorded, candidates)
    ? undefined
    : await raceAlternatives(page, known, recorded, purpose)
  if (winner && !(isNamed(recorded) && isCalledSo && !hasSameName(recorded, winner.traits))) {
    const { frame, traits, score, reason, selector } = winner
    const isSure = score >= THRESHOLDS.persist.score && isNamed(recorded) && hasSameName(recorded, traits)
    const outcome = isSure ? 'persist' : 'tentative'
    if (outcome === 'persist' || !findRisk(recorded, traits)) {
      const locator = toLocator(frame, selector).filter({ visible: true })
      const message = `Found by another selector: ${reason}.`
      // The same selector finds no second element.
      return await finishHeal({ locator, frame }, { outcome, score, margin: score, message })
    }
  }

  const rankings = await Promise.all(rankers.map(async ({ rank }) => rank(recorded.fingerprint, candidates)))
  const decision = decide(recorded, rankings, candidates)
  const { score, margin, message } = decision
  if (decision.outcome === 'failed') return fail(message, score, margin, decision.ranked)
  return await finishHeal(decision.best, {
    outcome: decision.outcome,
    score,
    margin,
    message: `Found again: ${message}.`,
  })
}

const isNamed = ({ fingerprint }: Learned) => nameOf(fingerprint) !== ''

/** Checks the element again, which may have disappeared since, and writes lasting selectors for it. */
async function finishHeal(
  { locator, frame }: Pick<Candidate, 'locator' | 'frame'>,
  rest: Pick<Healed, 'outcome' | 'score' | 'margin' | 'message'>,
): Promise<Healed | NotHealed> {
  const current = await surveyElement(locator, NOTHING_WANTED, { frame, timeoutMs: 2000 }).catch(
    () => undefined,
  )
  const recorded = current && (await toRecorded(frame, current))
  const [first, ...more] = recorded?.alternatives ?? []
  if (!recorded || !first)
    return fail('the element was found again, but not for long', rest.score, rest.margin, [])
  return {
    ...rest,
    locator: toLocator(frame, first).filter({ visible: true }),
    selectors: [first, ...more],
    frame: toFrameIndexes(frame),
    recorded,
  }
}

function fail(message: string, score: number, margin: number, ranked: Ranked<Candidate>[]): NotHealed {
  const candidates = ranked.map(({ candidate, score: itsScore }) => {
    const { fingerprint, path } = candidate
    const [selector = fingerprint.indexedXpath] = listSelectors(fingerprint, path)
    return { selector, text: fingerprint.name || fingerprint.text, score: itsScore }
  })
  return { outcome: 'failed', score, margin, candidates, message: `Not found again: ${message}.` }
}
