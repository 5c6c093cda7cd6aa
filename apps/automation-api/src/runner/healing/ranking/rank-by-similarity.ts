import type { Fingerprint } from '../fingerprint.ts'
import { compareNeighbours } from './compare-neighbours.ts'
import type { Ranked } from './ranker.ts'
import { pathSimilarity, setSimilarity, textSimilarity, wordsOf } from './similarity.ts'

type Property = {
  weight: number
  isEmpty: (of: Fingerprint) => boolean
  compare: (target: Fingerprint, candidate: Fingerprint) => number
}

/**
 * Similo++: the similarity of each property, weighted by how well it distinguished elements in the published
 * evaluation, as a share of the target's score against itself. Properties that the target lacks do not count.
 */
const PROPERTIES: Property[] = [
  same(2.85, ({ nameAttribute }) => nameAttribute),
  {
    ...alike(2.8, ({ text, name }) => text || name),
    // A word that is shown becomes an icon, and is still the name for those who do not see it.
    compare: (one, other) =>
      Math.max(
        textSimilarity(one.text || one.name, other.text || other.name),
        textSimilarity(one.name || one.text, other.name || other.text),
      ),
  },
  // For a button, the type only says what it does to its form.
  same(2.75, ({ type, role }) => (role === 'button' ? '' : type)),
  alike(1.85, ({ alt }) => alt),
  {
    weight: 1.8,
    isEmpty: (of) => otherAttributes(of).size === 0,
    compare: (target, candidate) => setSimilarity(otherAttributes(target), otherAttributes(candidate)),
  },
  {
    weight: 1.45,
    isEmpty: ({ before, after }) => before.length + after.length === 0,
    compare: (target, candidate) => {
      const { before, after } = compareNeighbours(target, candidate)
      return ((before ?? after ?? 0) + (after ?? before ?? 0)) / 2
    },
  },
  { weight: 1.2, isEmpty: () => false, compare: ({ box: one }, { box: other }) => nearness(one, other) },
  alike(0.95, ({ href }) => href),
  alike(0.9, ({ label }) => label),
  same(0.8, ({ tag }) => tag),
  same(0.5, ({ id }) => id),
  path(0.45, ({ indexedXpath }) => indexedXpath),
  {
    weight: 0.35,
    isEmpty: () => false,
    compare: ({ box: one }, { box: other }) => ratio(one.width * one.height, other.width * other.height),
  },
  path(0.1, ({ xpath }) => xpath),
]

export function rankBySimilarity<Of extends { fingerprint: Fingerprint }>(
  target: Fingerprint,
  candidates: Of[],
): Ranked<Of>[] {
  const properties = PROPERTIES.filter(({ isEmpty }) => !isEmpty(target))
  const own = properties.reduce((sum, { weight }) => sum + weight, 0)
  const ranked = candidates.map((candidate) => {
    const score = properties.reduce(
      (sum, { weight, compare }) => sum + weight * compare(target, candidate.fingerprint),
      0,
    )
    return { candidate, score: score / own }
  })
  return ranked.toSorted((one, other) => other.score - one.score)
}

function same(weight: number, read: (of: Fingerprint) => string): Property {
  return {
    weight,
    isEmpty: (of) => read(of) === '',
    compare: (target, candidate) => Number(read(target) === read(candidate)),
  }
}

function alike(weight: number, read: (of: Fingerprint) => string): Property {
  return { ...same(weight, read), compare: (one, other) => textSimilarity(read(one), read(other)) }
}

function path(weight: number, read: (of: Fingerprint) => string): Property {
  return { ...same(weight, read), compare: (one, other) => pathSimilarity(read(one), read(other)) }
}

function otherAttributes({ testIds, classes, placeholder, title, icon, role }: Fingerprint): Set<string> {
  const words = [placeholder, title, icon].flatMap((each) => [...wordsOf(each)])
  return new Set([...testIds, ...classes, ...words, role].filter(Boolean))
}

function nearness(one: Fingerprint['box'], other: Fingerprint['box']): number {
  return 1 / (1 + Math.hypot(one.x - other.x, one.y - other.y) / 200)
}

const ratio = (one: number, other: number) =>
  one === other ? 1 : Math.min(one, other) / Math.max(one, other, 1)
