import { findEvidence } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import type { Traits } from '../may-heal-onto.ts'
import { comparable, nameOf, readStepName } from './names.ts'
import { THRESHOLDS } from '../thresholds.ts'

/** How an element with another name than the learned one was found, which is no evidence for it. */
export interface FoundBy {
  selectors: unknown
  stepName?: string
}

/** The number of pieces of evidence that it is the learned one. */
export const NEEDED_EVIDENCE = 2

/** The independent pieces of evidence that an element with another name is the learned one, in words for people. */
export function listEvidence(learned: Traits, candidate: Traits, { selectors, stepName }: FoundBy): string[] {
  const [target, found] = [learned.fingerprint, candidate.fingerprint]
  const { identity, isNameContinued, nearBy, wasNeighbour, icon, onlyField, meansSame } = findEvidence(
    target,
    found,
  )
  const written = JSON.stringify(selectors)
  const isShared = (read: (of: Fingerprint) => string) => {
    const value = read(target)
    return value !== '' && value === read(found) && !written.includes(JSON.stringify(value).slice(1, -1))
  }
  const names = stepName === undefined ? [] : readStepName(stepName)
  const isCalledSo = names.includes(comparable(nameOf(found)).exact)
  const evidence = [
    nearBy >= THRESHOLDS.surroundings && !wasNeighbour && 'the same place',
    hasSameForm(learned, candidate) && 'the same form',
    (icon === 'same' || isShared((of) => of.icon)) && nameOf(target) !== target.icon && 'the same icon',
    isShared(({ testIds }) => testIds.map(valueOf).join(' ')) && 'the same test id',
    isShared(({ id }) => id) && 'the same id',
    isShared(({ nameAttribute }) => nameAttribute) && 'the same name in the code',
    isShared(({ href }) => (/^[/#]?$/.test(href) ? '' : href)) && 'the same address',
    ((identity ?? 0) >= 0.5 || isNameContinued || meansSame) && 'a similar name',
    onlyField !== undefined && 'the only field of its kind',
    isCalledSo && 'the name of the step',
  ]
  return evidence.filter((each) => each !== false)
}

const hasSameForm = (one: Traits, other: Traits) => formOf(one) === formOf(other)

const formOf = ({ fingerprint: { tag, role, type, classes }, isSubmit, isEditable }: Traits) =>
  JSON.stringify([tag, role, type, classes.toSorted(), isSubmit, isEditable])

/** Of an attribute selector, which is the form of a test id in a fingerprint. */
const valueOf = (testId: string) => testId.slice(testId.indexOf('"') + 1, -1)
