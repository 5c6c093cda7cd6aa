import type { Selector } from '../../automations/selector.ts'
import type { Learned } from './identity/names.ts'

/** What a good step leaves behind, so that the element can be found again when the step's selectors no longer do. */
export interface Recorded extends Learned {
  /** Selectors of other kinds, each unique when it was recorded. */
  alternatives: Selector[]
  /** Its content has changed so often that no text of it is a name. */
  varies?: boolean
}
