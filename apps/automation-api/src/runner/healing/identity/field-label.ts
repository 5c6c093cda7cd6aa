import type { Fingerprint } from '../fingerprint.ts'
import { readName } from '../in-page/read-name.ts'
import { type Lookalike, readLookalike } from '../lookalikes.ts'
import { cached } from '../ranking/similarity.ts'

const FIELDS = /^(?:input|textarea|select)$/
const PRESSED = /^(?:submit|button|image|reset|hidden)$/
const CHOICES = /^(?:checkbox|radio)$/
const MAX_LENGTH = 40

/**
 * What a person reads as the label of a field to which the code joins none: the text before it, and after a box to tick, unless the
 * text before it ends in a colon. Empty where the code joins one to it or it says something itself.
 */
export function readFieldLabel(of: Fingerprint): string {
  const { tag, type, name, label, placeholder, title } = of
  if (!FIELDS.test(tag) || PRESSED.test(type)) return ''
  if (label !== '' || placeholder !== '' || title !== '' || name !== '') return ''
  const [before = '', after = ''] = [of.before[0], of.after[0]]
  return toLabel(CHOICES.test(type) && !before.trim().endsWith(':') ? after : before)
}

/** Empty for a sentence, which explains something; "Your name..." is none. */
export function toLabel(shown: string): string {
  if (shown.length > MAX_LENGTH || /(?:[^.]\.|!)$/.test(shown)) return ''
  return /\p{L}{2}/u.test(shown) ? cached(labels, shown, () => readName(shown).exact) : ''
}

const labels = new Map<string, string>()

/** Whether several others were called as the target; fields without a name have labels that tell them apart. */
export function hadNamesakes({
  fingerprint,
  lookalikes = [],
}: {
  fingerprint: Fingerprint
  lookalikes?: Lookalike[]
}): boolean {
  if (fingerprint.ordinal.count <= 1) return false
  const label = readFieldLabel(fingerprint)
  return label === '' || lookalikes.map(readLookalike).some((each) => readFieldLabel(each) === label)
}
