import type { Fingerprint } from './fingerprint.ts'
import type { Purpose } from './purpose.ts'

export interface Traits {
  fingerprint: Fingerprint
  isEditable: boolean
  isSubmit: boolean
}

const TOGGLES = /^(checkbox|switch|menuitemcheckbox)$/
const CHOICES = /^(radio|menuitemradio)$/
const OPTIONS = /^(option|treeitem)$/

/** Whether an action of this purpose on `target` makes sense on the candidate at all. */
export function mayHealOnto(target: Traits, candidate: Traits, purpose: Purpose): boolean {
  const [wanted, found] = [target.fingerprint, candidate.fingerprint]
  if ((wanted.type === 'password') !== (found.type === 'password')) return false
  if (purpose === 'upload') return found.type === 'file'
  if (purpose === 'choose') return found.tag === 'select' || found.role === 'listbox'
  if (purpose === 'fill') return candidate.isEditable && fieldKind(wanted) === fieldKind(found)
  // An element that is read or waited for may change its tag, but fields stay fields.
  if (target.isEditable !== candidate.isEditable) return false
  if ((wanted.tag === 'select') !== (found.tag === 'select')) return false
  if (isCell(found) && !isCell(wanted)) return false
  return pressKind(wanted) === pressKind(found)
}

/** A press on a cell is none on the link in it, which stands in the name of the cell too. */
const isCell = ({ role, tag }: Fingerprint) => /^(?:cell|gridcell|row)$/.test(role) || /^t[dr]$/.test(tag)

/** Texts of all types are typed in the same way; a date, a colour or a file is not. */
function fieldKind({ tag, type }: Fingerprint): string {
  return tag === 'input' && /^(date|datetime-local|month|time|week|color|range|file)$/.test(type)
    ? type
    : 'text'
}

function pressKind({ role, type }: Fingerprint): string {
  if (TOGGLES.test(role) || type === 'checkbox') return 'toggle'
  if (CHOICES.test(role) || type === 'radio') return 'choice'
  if (OPTIONS.test(role)) return 'option'
  if (role === 'slider') return 'slider'
  return type === 'file' ? 'file' : 'press'
}
