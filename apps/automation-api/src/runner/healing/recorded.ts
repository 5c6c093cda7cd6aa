import type { Selector } from '../../automations/selector.ts'
import type { Learned } from './identity/names.ts'

/** What a successful step stores, so that its element can be found again when the step's selectors no longer match. */
export interface Recorded extends Learned {
  /** Selectors of other kinds, each unique when it was recorded. */
  alternatives: Selector[]
  /** Its content has changed so often that none of its texts is a name. */
  varies?: boolean
}
