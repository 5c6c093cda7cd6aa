import { findEvidence } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { readLookalike } from '../lookalikes.ts'
import { THRESHOLDS } from '../thresholds.ts'
import { isUnderSameHeading } from './find-under-heading.ts'
import { comparable, type Learned, nameOf } from './names.ts'
import { onlyOne } from './only-one.ts'

/** How far from the target its company was, and how far it may be now, in the order of what can be used on the page. */
const BESIDE = 4
const NEAR = 8
/** So many that were in one part of the markup with the target, and are still in one. */
const TOGETHER = 4

const PRESSED = /^(?:button|link|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem)$/
const USED = /^(?:checkbox|radio|switch|combobox|listbox|textbox|searchbox|spinbutton|slider)$/

const isPressed = ({ role }: Fingerprint) => PRESSED.test(role)

/**
 * Whether the elements that were beside the target are together elsewhere on the page, without the candidate: the footer has kept its
 * links, and what is called as the one that is missing there was in the menu all along, or is new. They are together where they are
 * near one another and all far from the candidate, or in one list, which the candidate is not in. Texts or a heading that have stayed say
 * that it is the learned one all the same.
 *
 * @param page the candidates in its order
 */
export function isLeftByCompany<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  candidate: Of,
  page: Of[],
): boolean {
  const isInPlace = findEvidence(wanted, candidate.fingerprint).nearBy >= THRESHOLDS.surroundings
  if (isInPlace || isUnderSameHeading(wanted, candidate.fingerprint)) return false
  // Texts between them are not counted.
  const used = page.filter(
    (each) => each === candidate || isPressed(each.fingerprint) || USED.test(each.fingerprint.role),
  )
  const own = used.indexOf(candidate)
  if (own === -1) return false
  const company = lookalikes
    .filter(({ at }) => Math.abs(at) <= BESIDE)
    .map(readLookalike)
    .filter((then) => toName(then) !== '' && toName(then) !== toName(wanted))
    .flatMap((then) => {
      const now = findAgain(then, used)
      return now
        ? [{ before: then.indexedXpath, after: now.fingerprint.indexedXpath, at: used.indexOf(now) }]
        : []
    })
  const pairs = company.flatMap((one, index) =>
    company.slice(index + 1).map((other) => [one, other] as const),
  )
  const isTogether = pairs.some(([one, other]) => Math.abs(one.at - other.at) <= NEAR)
  if (isTogether && company.every(({ at }) => Math.abs(at - own) > NEAR)) return true
  // Fields are grouped otherwise by every redesign.
  if (company.length < TOGETHER || !isPressed(wanted)) return false
  const lists = pairs
    .map(([one, other]) => ({
      before: around(one.before, other.before),
      after: around(one.after, other.after),
    }))
    .filter(({ before }) => wanted.indexedXpath.startsWith(before))
  return (
    lists.length >= TOGETHER - 1 &&
    lists.every(({ after }) => !candidate.fingerprint.indexedXpath.startsWith(after))
  )
}

/** What was beside the target, by its address or by its name, where only one has it now. */
function findAgain<Of extends { fingerprint: Fingerprint }>(then: Fingerprint, used: Of[]): Of | undefined {
  const { destination } = then
  const byAddress =
    destination === ''
      ? undefined
      : onlyOne(used.filter(({ fingerprint }) => fingerprint.destination === destination))
  return byAddress ?? onlyOne(used.filter(({ fingerprint }) => toName(fingerprint) === toName(then)))
}

/** The path of the smallest part of the page that contains both, with a slash at its end. */
function around(one: string, other: string): string {
  const [left, right] = [one.split('/'), other.split('/')]
  const differing = left.findIndex((step, index) => step !== right[index])
  return `${left.slice(0, differing === -1 ? left.length : differing).join('/')}/`
}

const toName = (of: Fingerprint) => comparable(nameOf(of)).exact
