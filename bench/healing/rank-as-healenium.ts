import type { Fingerprint } from '../../apps/automation-api/src/runner/healing/fingerprint.ts'
import type { Ranked } from '../../apps/automation-api/src/runner/healing/ranking/ranker.ts'
import { setSimilarity } from '../../apps/automation-api/src/runner/healing/ranking/similarity.ts'

/** Below this score it gives up, unless it is configured otherwise. */
const SCORE_CAP = 0.5

const POINTS = { path: 100, tag: 100, id: 50, classes: 40, text: 30, attributes: 30 }
const ALL_POINTS = Object.values(POINTS).reduce((sum, each) => sum + each, 0)
/** Texts that differ by more than this share of their letters have nothing in common. */
const MAX_CHANGED = { id: 0.3, text: 0.3, attributes: 0.75 }

/**
 * The rule of Healenium, written from its description: the longest common part of the paths to two elements, their tags,
 * ids, classes, texts and other attributes, each worth a number of points; the element with most of them is taken if it
 * reaches half. It sees what a fingerprint has of an element, and only those elements that the step's action could mean,
 * as the other rules here do.
 */
export function rankAsHealenium<Of extends { fingerprint: Fingerprint }>(
  target: Fingerprint,
  candidates: Of[],
): Ranked<Of>[] {
  const path = target.indexedXpath.split('/').slice(1)
  const common = candidates.map((each) =>
    commonLength(path, each.fingerprint.indexedXpath.split('/').slice(1)),
  )
  const longest = Math.min(path.length, Math.max(0, ...common))
  const ranked = candidates.map((candidate, index) => {
    const shared = longest === 0 ? 0 : common[index]! / longest
    const isFar = longest > 5 && shared < 0.7
    return {
      candidate,
      score: isFar || longest === 0 ? 0 : shareOfPoints(target, candidate.fingerprint, shared),
    }
  })
  return ranked.filter(({ score }) => score >= SCORE_CAP).toSorted((one, other) => other.score - one.score)
}

function shareOfPoints(one: Fingerprint, other: Fingerprint, sharedPath: number): number {
  const [own, its] = [attributesOf(one), attributesOf(other)]
  const names = [...new Set([...own.keys(), ...its.keys()])]
  const kept = names.map((name) => alike(own.get(name), its.get(name), MAX_CHANGED.attributes))
  const hasNoClasses = one.classes.length + other.classes.length === 0
  const points =
    POINTS.path * sharedPath +
    POINTS.tag * Number(one.tag === other.tag) +
    POINTS.id * alike(one.id || undefined, other.id || undefined, MAX_CHANGED.id) +
    POINTS.classes * (hasNoClasses ? 1 : setSimilarity(new Set(one.classes), new Set(other.classes))) +
    POINTS.text * alike(one.text, other.text, MAX_CHANGED.text) +
    POINTS.attributes * (kept.length === 0 ? 1 : kept.reduce((sum, each) => sum + each, 0) / kept.length)
  return points / ALL_POINTS
}

function attributesOf({ nameAttribute, placeholder, title, alt, type, href, testIds }: Fingerprint) {
  const all = { name: nameAttribute, placeholder, title, alt, type, href, 'data-test': testIds.join(' ') }
  return new Map(Object.entries(all).filter(([, value]) => value !== ''))
}

/** The share of letters that need no change; 0 where too many do. */
function alike(one: string | undefined, other: string | undefined, maxChanged: number): number {
  if (one === undefined || other === undefined) return 0
  const length = Math.max(one.length, other.length)
  if (length === 0) return 1
  const changes = countChanges(one.toLowerCase(), other.toLowerCase())
  return changes > Math.floor(length * maxChanged + 1) ? 0 : (length - changes) / length
}

/** Levenshtein's distance. */
function countChanges(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of one.split('').entries()) {
    const next = [i + 1]
    for (const [j, each] of other.split('').entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + Number(letter !== each)))
    row = next
  }
  return row.at(-1)!
}

/** The length of the longest common subsequence. */
function commonLength(one: string[], other: string[]): number {
  let row = Array.from<number>({ length: other.length + 1 }).fill(0)
  for (const step of one) {
    const next = [0]
    for (const [index, each] of other.entries())
      next.push(step === each ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!))
    row = next
  }
  return row.at(-1)!
}
