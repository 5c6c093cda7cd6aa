import type { Match } from '../elements/choose-only.ts'
import { type Surveyed, surveyElement } from './collect.ts'
import { decide } from './decide.ts'
import type { Learned } from './identity/names.ts'
import { rankByRarity } from './ranking/rank-by-rarity.ts'
import { rankBySimilarity } from './ranking/rank-by-similarity.ts'
import { NOTHING_WANTED } from './record-element.ts'

const MAX_COMPARED = 10

/**
 * Which of the elements that a selector found is the learned one, by the criteria of a heal; undefined in any doubt.
 */
export async function chooseLearned(learned: Learned, matches: Match[]): Promise<Match | undefined> {
  if (matches.length > MAX_COMPARED) return undefined
  const candidates: (Surveyed & { match: Match })[] = []
  for (const match of matches) {
    const { locator, frame } = match
    const surveyed = await surveyElement(locator, NOTHING_WANTED, { frame, timeoutMs: 1000 }).catch(
      () => undefined,
    )
    if (surveyed) candidates.push({ ...surveyed, match })
  }
  const rankings = [rankBySimilarity, rankByRarity].map((rank) => rank(learned.fingerprint, candidates))
  const decision = decide(learned, rankings)
  return decision.outcome === 'failed' ? undefined : decision.best.match
}
