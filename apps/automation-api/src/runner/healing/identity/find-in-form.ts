import { findEvidence } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { isDestructive } from '../risk/is-destructive.ts'
import { compareForms, type Form, readForm, toCoarseKind } from './forms.ts'
import { isUnderSameHeading } from './find-under-heading.ts'
import { areOtherNames, type Learned, nameOf } from './names.ts'
import { onlyOne } from './only-one.ts'

/** The same form has nearly the same fields; a short one has exactly the same. */
const SAME_FORM = 0.75
const SHORT_FORM = 3
/** What nearly every form's button may be called. */
const SENDING =
  /^(?:send|submit|go|ok|absenden|senden|abschicken|envoyer|soumettre|enviar|mandar)(?: (?:it|now|form|message|your message|a message|request|mail|email|jetzt|nachricht|anfrage|le message|un message|mensaje|formulario))?$/

/**
 * The candidate that does in its form what the target did in the learned one: its only button, or the field at the same place
 * between the same kinds. A redesign gives all of them new names; what has to be filled in stays.
 */
export function findInForm<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): { best: Of; message: string } | undefined {
  const wanted = target.fingerprint
  const form = readForm(wanted)
  if (!form || wanted.ordinal.count > 1) return undefined
  const inForm = candidates.flatMap((candidate) => {
    const its = readForm(candidate.fingerprint)
    return its &&
      toCoarseKind(its.kind) === toCoarseKind(form.kind) &&
      isSameForm(form, its, wanted, candidate.fingerprint)
      ? [{ candidate, its }]
      : []
  })
  const best = onlyOne(
    inForm
      .filter(
        ({ candidate, its }) =>
          form.kind === 'submit' || (isAtSamePlace(form, its) && isKnownThere(candidate.fingerprint)),
      )
      .map(({ candidate }) => candidate),
  )
  if (!best || isOtherwise(best.fingerprint)) return undefined
  const what = form.kind === 'submit' ? 'the button' : 'the field'
  return { best, message: `${what} at the same place of a form with the same fields` }

  /** Another field may have taken its place. */
  function isKnownThere(fingerprint: Fingerprint): boolean {
    const { identity, meansSame, sharedKeys, nearBy } = findEvidence(wanted, fingerprint)
    if (meansSame || sharedKeys > 0 || (identity ?? 0) >= 0.3) return true
    return identity === undefined && (nearBy > 0 || isUnderSameHeading(wanted, fingerprint))
  }

  /** Where its name says that it does another thing. */
  function isOtherwise(fingerprint: Fingerprint): boolean {
    if (areOtherNames(wanted, fingerprint)) return true
    if (!isDestructive(fingerprint)) return false
    const { identity, isNameContinued, meansSame } = findEvidence(wanted, fingerprint)
    const isSending = [wanted, fingerprint].every((each) => SENDING.test(nameOf(each).toLowerCase().trim()))
    return !isDestructive(wanted) || !(meansSame || isNameContinued || (identity ?? 0) >= 0.5 || isSending)
  }
}

function isSameForm(one: Form, other: Form, wanted: Fingerprint, found: Fingerprint): boolean {
  const shortest = Math.min(one.fields.length, other.fields.length)
  if (shortest === 0) return false
  const likeness = compareForms(one, other)
  if (shortest >= SHORT_FORM) return likeness >= SAME_FORM
  if (likeness < 1) return false
  if (shortest > 1) return true
  // Every page has a form of one field; it must be for the same.
  const { nearBy, identity } = findEvidence(wanted, found)
  const isKept = nearBy > 0 || isUnderSameHeading(wanted, found) || (identity ?? 0) >= 0.3
  return one.fields[0] === other.fields[0] && isKept
}

const isAtSamePlace = (one: Form, other: Form) => one.index === other.index && compareForms(one, other) === 1
