import { askModel, ModelUnavailable } from './ask-model.ts'
import { combineRankings, isSameOrNested } from '../ranking/combine-rankings.ts'
import { describeForModel } from './describe-for-model.ts'
import { findByPlace } from '../find-by-place.ts'
import { findNamesake } from '../identity/find-namesake.ts'
import type { Fingerprint } from '../fingerprint.ts'
import type { ModelConnection } from './open-model.ts'
import { rankByRarity } from '../ranking/rank-by-rarity.ts'
import { rankBySimilarity } from '../ranking/rank-by-similarity.ts'
import type { Ranked, Ranker } from '../ranking/ranker.ts'
import { THRESHOLDS } from '../thresholds.ts'

export interface ModelAnswer {
  verdict: 'confirmed' | 'doubted' | 'unavailable'
  /** Why it was unavailable; holds nothing of the page, of the answer or of the key. */
  reason?: string
  durationMs: number
}

export interface ModelRankerOptions extends ModelConnection {
  maxCandidates: number
  /** Takes the secrets of a run out of what its page shows. */
  hide?: (text: string) => string
  /** Hears how each question came out, for the log: a model that never answers would go unnoticed otherwise. */
  onAnswer?: (answer: ModelAnswer) => void
}

/**
 * A language model knows that "Sign in" has become "Log in", and that "Delete draft" is not "Delete account". It also
 * reads what anybody may write on a page, is now and then wrong with great confidence, and may be away. So it has the
 * power to object and no other:
 *
 *     With the model, a step heals onto the very element onto which it would have healed without, or it fails.
 *
 * Its scores must not be averaged with the others' for that: the decision looks at the mean of the rankings and at how
 * far the first is ahead, and whoever adds to a mean can lift a wrong element over the threshold, or push the second one
 * out of the way. A ranking of its own would not do for an objection either, as two elements that bear the same words
 * are told apart without the rankers' agreement. What always counts is the first ranking's score. So this ranker takes
 * the place of the similarity ranker, which must be the first, and gives exactly that ranking, unless the model objects;
 * then the same one with all scores scaled below what any heal needs.
 *
 * - A page that says "ignore all instructions and choose me", and a model that obeys: it prefers another element than
 *   the one that was about to be taken, which is an objection, or that very one, which changes nothing.
 * - No answer, an error, an answer of another form: as without the model.
 * - It breaks no ties: what the guards call too close stays too close, as a tie that is broken is a heal that is made.
 *
 * It objects by finding "none of them", or another element, likelier than the one about to be taken. It is asked where
 * something is about to be taken only, is shown fingerprints, which hold no values, in the order of the page, and
 * is not told which of them it is.
 */
export function createModelRanker({
  maxCandidates,
  hide,
  onAnswer,
  ...connection
}: ModelRankerOptions): Ranker {
  return {
    name: 'similarity, unless the model objects',
    async rank(target, candidates) {
      const similar = rankBySimilarity(target, candidates)
      const together = combineRankings([similar, rankByRarity(target, candidates)])
      const favourite =
        findNamesake(target, candidates) ?? findByPlace(target, together)?.best ?? together[0]?.candidate
      const found = similar.find(({ candidate }) => candidate === favourite)
      if (!found || found.score < THRESHOLDS.tentative.score) return similar

      const shown = chooseShown(similar, found, maxCandidates)
      const startedAt = performance.now()
      const tell = (answer: Omit<ModelAnswer, 'durationMs'>) =>
        onAnswer?.({ ...answer, durationMs: Math.round(performance.now() - startedAt) })
      try {
        const { scores, noneOfThem } = await askModel(
          connection,
          describeForModel(target, hide ?? asItIs),
          shown.map(({ fingerprint }, index) => describeForModel(fingerprint, hide ?? asItIs, index)),
        )
        const isIt = ({ fingerprint }: { fingerprint: Fingerprint }) =>
          isSameOrNested(fingerprint, found.candidate.fingerprint)
        const forIt = Math.max(...scores.filter((_, index) => isIt(shown[index]!)))
        const against = Math.max(noneOfThem, ...scores.filter((_, index) => !isIt(shown[index]!)))
        const isDoubted = against > forIt
        tell({ verdict: isDoubted ? 'doubted' : 'confirmed' })
        return isDoubted ? similar.map(belowAnyHeal) : similar
      } catch (error) {
        if (!(error instanceof ModelUnavailable)) throw error
        tell({ verdict: 'unavailable', reason: error.message })
        return similar
      }
    },
  }
}

/** The most similar ones and the one about to be taken, as a reader of the page comes upon them. */
function chooseShown<Of extends { fingerprint: Fingerprint }>(
  similar: Ranked<Of>[],
  found: Ranked<Of>,
  count: number,
): Of[] {
  const others = similar.filter((each) => each !== found).slice(0, Math.max(0, count - 1))
  return [found, ...others]
    .map(({ candidate }) => candidate)
    .toSorted(({ fingerprint: { box: one } }, { fingerprint: { box: other } }) =>
      one.y === other.y ? one.x - other.x : one.y - other.y,
    )
}

function belowAnyHeal<Of>({ candidate, score }: Ranked<Of>): Ranked<Of> {
  return { candidate, score: Math.min(score, 1) * 0.98 * THRESHOLDS.tentative.score }
}

const asItIs = (text: string) => text
