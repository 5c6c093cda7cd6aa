import type { Surveyed } from './collect.ts'
import { compareNeighbours } from './ranking/compare-neighbours.ts'
import { findEvidence } from './find-evidence.ts'
import type { Fingerprint } from './fingerprint.ts'
import { isDestructive } from './risk/is-destructive.ts'
import { type FoundBy, listEvidence, NEEDED_EVIDENCE } from './identity/list-evidence.ts'
import { comparable, hasSameName, type Learned, nameOf, readStepName, wasAnother } from './identity/names.ts'
import { rankBySimilarity } from './ranking/rank-by-similarity.ts'
import { textSimilarity } from './ranking/similarity.ts'
import { THRESHOLDS } from './thresholds.ts'

export type Judgement =
  | { verdict: 'same' }
  /** `isContent`: what differs is the text that is read, and no name. */
  | { verdict: 'renamed'; evidence: string[]; isContent: boolean }
  | { verdict: 'another'; reason: string }

/**
 * Judges whether an element that a selector found is the learned one. A selector says where to search, the learned
 * role and name say what for:
 * - Where the learned role and name are elsewhere on the page, that element is the learned one, and this one is not.
 * - An element that existed beside the learned one is never accepted.
 * - Another name is accepted only with several pieces of evidence that it is the same element.
 *
 * The content of an element that is read is not a name: there the place decides first.
 */
export function judgeFound(
  learned: Learned,
  found: Surveyed,
  by: FoundBy & { isReading: boolean },
): Judgement {
  const [target, current] = [learned.fingerprint, found.fingerprint]
  const [wanted, its] = [nameOf(target), nameOf(current)]
  const instead = `the selector finds ${quote(its)}, where ${quote(wanted)} was learned`
  if ((target.type === 'password') !== (current.type === 'password'))
    return another('a password field is not what it was')

  const isContent = by.isReading && isContentOnly(target) && isContentOnly(current)
  const isUnnamed = wanted === '' || (isContent && comparable(wanted).bare === '')
  if (isUnnamed || (!isContent && target.name === '' && target.text === '')) {
    const isElsewhere = !isUnnamed && wanted !== its && found.elsewhere.exact > 0
    if (isElsewhere || (!isContent && wasAnother(learned, found))) return another(instead)
    if (isContent && isMoved(target, current))
      return another('what the selector finds stands where something else stood')
    return isLike(target, current) ? { verdict: 'same' } : another('the selector finds something else')
  }

  const isSameName = hasSameName(learned, found)
  const isAlone = target.ordinal.count <= 1
  const { exact, bare } = found.elsewhere
  if (isSameName) {
    const hasSameWords = comparable(wanted).exact === comparable(its).exact
    const isElsewhere = (target.role !== current.role || !hasSameWords) && exact === 1
    if (!isContent && isAlone && isElsewhere) return another(`${quote(wanted)} stands elsewhere`)
    if (wasAnother(learned, found)) return another(`the selector finds ${quote(its)} of another row`)
    return isLike(target, current) ? { verdict: 'same' } : another(instead)
  }

  const evidence = listEvidence(learned, found, by)
  if (isContent && isInPlace(target, current) && evidence.length >= NEEDED_EVIDENCE)
    return { verdict: 'renamed', evidence, isContent }
  if (exact > 0 || bare > 0) return another(`${instead} and stands elsewhere`)
  if (wasAnother(learned, found) || findEvidence(target, current).wasNeighbour)
    return another(`${instead}, and that was another element then`)
  if (isDestructive(current) && !isDestructive(target)) return another(instead)
  const isStrangerTest =
    target.testIds.length > 0 && current.testIds.length > 0 && !sharesTestId(target, current)
  // An element that an earlier release learned has no stored surroundings.
  const needed =
    NEEDED_EVIDENCE +
    Number(learned.others === undefined) +
    Number(isStrangerTest) +
    Number(isCalled(by, target, current))
  return evidence.length >= needed ? { verdict: 'renamed', evidence, isContent } : another(instead)
}

/**
 * Before anything is learned, only the step's name is known. Where another element of the same kind has exactly that
 * name, and the one that the selector finds has another, it is unknown which one is meant.
 */
export function contradictsStepName(
  found: Surveyed,
  { selectors, stepName = '' }: FoundBy,
): string | undefined {
  const its = nameOf(found.fingerprint)
  if (found.called !== 1 || its === '' || /text\/|aria\//.test(JSON.stringify(selectors))) return undefined
  const names = readStepName(stepName)
  if (names.some((name) => textSimilarity(name, comparable(its).exact) >= 0.5)) return undefined
  return `the selector finds ${quote(its)}, and what is called as the step stands elsewhere on the page`
}

const another = (reason: string): Judgement => ({ verdict: 'another', reason })

/** A step with the element's old name needs more evidence where the element's name is now quite different. */
function isCalled({ stepName = '' }: FoundBy, target: Fingerprint, current: Fingerprint): boolean {
  const isNamed = readStepName(stepName).includes(comparable(nameOf(target)).exact)
  return isNamed && (findEvidence(target, current).identity ?? 0) < 0.5
}

/** Whether its only possible name is the text that is read from it. */
function isContentOnly({ label, alt, title, tag }: Fingerprint): boolean {
  return label === '' && alt === '' && title === '' && !/^(input|textarea|select|button)$/.test(tag)
}

function isLike(target: Fingerprint, current: Fingerprint): boolean {
  return rankBySimilarity(target, [{ fingerprint: current }])[0]!.score >= 0.4
}

function isInPlace(target: Fingerprint, current: Fingerprint): boolean {
  const { before, after } = compareNeighbours(target, current)
  const sides = [before, after].filter((each) => each !== undefined)
  if (sides.length === 0 || isMoved(target, current)) return false
  const isKept = sides.reduce((sum, each) => sum + each, 0) / sides.length >= THRESHOLDS.surroundings
  return isKept && !findEvidence(target, current).wasNeighbour
}

/** Whether it has the same texts around it as before, but at another place. */
function isMoved(target: Fingerprint, current: Fingerprint): boolean {
  const [known, now] = [placesOf(target), placesOf(current)]
  const common = [...known].filter(([text]) => now.has(text))
  return common.length >= 2 && common.every(([text, place]) => now.get(text) !== place)
}

function placesOf({ before, after }: Fingerprint): Map<string, number> {
  const places = [
    ...before.map((text, index): [string, number] => [comparable(text).bare, -1 - index]),
    ...after.map((text, index): [string, number] => [comparable(text).bare, 1 + index]),
  ]
  // The nearest one counts where a text occurs twice.
  return new Map(places.toReversed().filter(([text]) => text !== ''))
}

const sharesTestId = (one: Fingerprint, other: Fingerprint) =>
  one.testIds.some((each) => other.testIds.includes(each))

const quote = (name: string) => (name ? `"${name.slice(0, 60)}"` : 'something without a name')
