import type { Fingerprint } from '../fingerprint.ts'
import { isTwin, readLookalike } from '../lookalikes.ts'
import { compareNeighbours } from '../ranking/compare-neighbours.ts'
import { isUnderSameHeading } from './find-under-heading.ts'
import { rankBySimilarity } from '../ranking/rank-by-similarity.ts'
import { comparable, type Learned, nameOf } from './names.ts'

/** What the code gives to one of several elements of a name; no longer than it is stored of the others. */
const MARKS: ((of: Fingerprint) => string)[] = [
  ({ testIds }) => testIds.join(' '),
  ({ id }) => id,
  ({ nameAttribute }) => nameAttribute,
  ({ href }) => (/^[/#]?$/.test(href) ? '' : href.slice(0, 100)),
  ({ icon }) => icon,
  // The others of its name may say the same without it.
  ({ title, name }) => (title === name ? '' : title.slice(0, 60)),
]

/**
 * Whether the candidate has something that told the target from all others of its name and role: its heading, its link or another
 * mark, or the texts around it. Where fewer of them are left than there were, nobody can know otherwise which of them
 * have gone. Earlier releases did not store the others.
 */
export function isToldApart(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  { fingerprint: found }: { fingerprint: Fingerprint },
): boolean {
  const twins = lookalikes.map(readLookalike).filter((each) => isTwin(wanted, each))
  if (twins.length === 0 || isUnderSameHeading(wanted, found)) return true
  const isMarked = MARKS.some((read) => {
    const mark = read(wanted)
    return mark !== '' && read(found) === mark && twins.every((twin) => read(twin) !== mark)
  })
  return isMarked || twins.every((twin) => compareTexts(wanted, found) > compareTexts(twin, found))
}

function compareTexts(one: Fingerprint, other: Fingerprint): number {
  const { before, after } = compareNeighbours(one, other)
  return (before ?? 0) + (after ?? 0)
}

/**
 * Whether the candidate is more like another element that was called as the target, or more between its texts, whatever its role: the
 * entry of a menu and the one above it that opens it. A redesign gives them other roles.
 */
export function isLikeTwin(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  candidate: { fingerprint: Fingerprint },
): boolean {
  const likeness = (of: Fingerprint) => rankBySimilarity(of, [candidate])[0]!.score
  const name = comparable(nameOf(wanted)).exact
  return lookalikes
    .map(readLookalike)
    .filter((each) => comparable(nameOf(each)).exact === name)
    .some(
      (each) =>
        likeness(each) > likeness(wanted) ||
        compareTexts(each, candidate.fingerprint) > compareTexts(wanted, candidate.fingerprint),
    )
}
