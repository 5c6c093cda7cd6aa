import { decide } from '../../apps/automation-api/src/runner/healing/decide.ts'
import { hasSameName } from '../../apps/automation-api/src/runner/healing/identity/names.ts'
import { compareIcons } from '../../apps/automation-api/src/runner/healing/lexicon/compare-icons.ts'
import { mayHealOnto, type Traits } from '../../apps/automation-api/src/runner/healing/may-heal-onto.ts'
import type { Purpose } from '../../apps/automation-api/src/runner/healing/purpose.ts'
import { rankByRarity } from '../../apps/automation-api/src/runner/healing/ranking/rank-by-rarity.ts'
import { rankBySimilarity } from '../../apps/automation-api/src/runner/healing/ranking/rank-by-similarity.ts'
import type { Ranked } from '../../apps/automation-api/src/runner/healing/ranking/ranker.ts'
import { type Known, uniqueKeys } from './look-at-screen.ts'
import { rankAsHealenium } from './rank-as-healenium.ts'

type Verdict = 'right' | 'wrong' | 'failed'

/** The outcome of one step. */
export interface Outcome {
  /** The kind of change: versions of an application, or a mutation. */
  group: string
  /** `gone`: the new page has no such element; `removed`: the bench removed it from the new page. */
  presence: 'there' | 'gone' | 'removed'
  verdict: Verdict
  healed: 'persist' | 'tentative' | 'failed'
  /** For the reader of the outcomes file: the key that was sought, and what was found. */
  key: string
  found: string
  /** Whether the element is called otherwise on the new page; undefined where it is not there. */
  isRenamed?: boolean | undefined
  /** Whether it was the only one of its name, and the new page has another one of that name. */
  isTwinLeft?: boolean
  /** What other rules come to: Similo's always takes the most similar element. */
  similo?: Verdict
  healenium?: Verdict
}

function toPurposeOf({ isEditable, fingerprint }: Traits): Purpose {
  if (fingerprint.tag === 'select') return 'choose'
  return isEditable ? 'fill' : 'press'
}

/**
 * Heals each element of the old page on the new one by its fingerprint alone, without selectors. An element is there
 * where its key is on exactly one element of both pages, and gone where the new page does not have its key. Each that is
 * there is also sought on the new page without it.
 *
 * Where it was the only one of its name and role, and the new page had two, the bench cannot say that the one that is left is
 * wrong: a person who sees both pages would take it, such as the tag at the head of a post for the same tag at its side. These
 * are marked. Where the old page had two as well, the other one is known to be another, and is wrong.
 *
 * @param oldPage with those that are not sought, where these are not all
 */
export function judge(
  group: string,
  before: Known[],
  after: Known[],
  seen: Set<string>,
  oldPage = before,
): Outcome[] {
  const [old, current] = [uniqueKeys(before), uniqueKeys(after)]
  return before.flatMap((target) => {
    const { key } = target
    if (!target.isKeyed || !old.unique.has(key) || seen.has(key)) return []
    seen.add(key)
    if (!current.all.has(key)) return [judgeOne(group, target, after, 'gone')]
    if (!current.unique.has(key)) return []
    const without = takeOut(after, key)
    const now = after.find((each) => each.isKeyed && each.key === key)
    const isRenamed = now && !hasSameName(target, now)
    const hadNoTwin = !takeOut(oldPage, key).some((each) => isTwin(target, each))
    return [
      { ...judgeOne(group, target, after, 'there'), isRenamed },
      {
        ...judgeOne(group, target, without, 'removed'),
        isTwinLeft: hadNoTwin && without.some((each) => isTwin(now!, each)),
      },
    ]
  })
}

const isTwin = (one: Known, other: Known) =>
  one.fingerprint.role === other.fingerprint.role && areTwins(one, other)

/** Whether two are called the same, or show the same icon where neither says anything. */
function areTwins(one: Known, other: Known): boolean {
  if (saysSomething(one) || saysSomething(other)) return hasSameName(one, other)
  return compareIcons(one.fingerprint, other.fingerprint) === 'same'
}

const saysSomething = ({ fingerprint: { name, text } }: Known) => /\p{L}/u.test(name || text)

/** The page without the elements of a key and without their copies, which would be right as well. */
function takeOut(page: Known[], key: string): Known[] {
  const isTaken = (each: Known) => each.key === key || each.key === `${key} (copy)`
  const taken = page.filter(isTaken).map(({ fingerprint }) => fingerprint)
  return page
    .filter((each) => !isTaken(each))
    .map((each) => {
      const { tag, role, name, text, ordinal } = each.fingerprint
      const twins = taken.filter(
        (gone) =>
          gone.tag === tag && gone.role === role && gone.name === name && (name !== '' || gone.text === text),
      )
      if (twins.length === 0) return each
      const count = ordinal.count - twins.length
      return { ...each, fingerprint: { ...each.fingerprint, ordinal: { ...ordinal, count } } }
    })
}

function judgeOne(group: string, target: Known, page: Known[], presence: Outcome['presence']): Outcome {
  const purpose = toPurposeOf(target)
  const candidates = page.filter((each) => mayHealOnto(target, each, purpose))
  const rankings = [rankBySimilarity, rankByRarity].map((rank) => rank(target.fingerprint, candidates))
  const decision = decide(target, rankings, candidates)
  const { key } = target
  const judgeTop = ([top]: Ranked<Known>[]): Verdict => {
    if (!top) return 'failed'
    return presence === 'there' && top.candidate.key === key ? 'right' : 'wrong'
  }
  const similo = judgeTop(rankings[0]!)
  const healenium = judgeTop(rankAsHealenium(target.fingerprint, candidates))
  const own = { group, presence, key, similo, healenium, isRenamed: undefined }
  if (decision.outcome === 'failed')
    return { ...own, verdict: 'failed', healed: 'failed', found: decision.message }
  const isRight = presence === 'there' && decision.best.key === key
  const { name, text } = decision.best.fingerprint
  const found = `${decision.best.key || name || text} (${decision.message})`
  return { ...own, verdict: isRight ? 'right' : 'wrong', healed: decision.outcome, found }
}
