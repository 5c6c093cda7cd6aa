import type { Fingerprint } from '../fingerprint.ts'
import { comparable } from './names.ts'

const FIELDS = /^(input|textarea|select)$/
const NOT_TYPED = /^(checkbox|radio|submit|button|image|reset|file|hidden)$/
const MAX_LABEL_LENGTH = 40

/**
 * The fields with the label of the target, where the code of one page joins it to the field and that of the other only
 * puts it before it: a person reads the same word there.
 */
export function findLabelledField<Of extends { fingerprint: Fingerprint }>(
  target: Fingerprint,
  candidates: Of[],
): Of[] {
  const wanted = labelOf(target)
  if (wanted === '') return []
  return candidates.filter(
    ({ fingerprint }) => labelOf(fingerprint) === wanted && isOfLikeKind(target, fingerprint),
  )
}

/** A field's own name, or else the text right before it. */
function labelOf({ tag, type, name, label, placeholder, before }: Fingerprint): string {
  if (!FIELDS.test(tag) || NOT_TYPED.test(type)) return ''
  const shown = label || name || placeholder || (before[0] ?? '')
  // A sentence before a field explains something.
  if (shown.length > MAX_LABEL_LENGTH || /[.!]$/.test(shown)) return ''
  return /\p{L}{2}/u.test(shown) ? comparable(shown).exact : ''
}

/** Text of any kind became text of a certain kind, or the other way round. */
const isOfLikeKind = (one: Fingerprint, other: Fingerprint) =>
  one.fieldKind === other.fieldKind || one.fieldKind === '' || other.fieldKind === ''
