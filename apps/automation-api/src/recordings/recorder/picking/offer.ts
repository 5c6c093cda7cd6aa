import type { Box } from '@waypost/live-view'
import type { About, Unnamed } from '../draft.ts'

/** What may be kept of what a person has pointed out. */
export interface Offer {
  label: string
  /** Of the step. */
  called: string
  action: Unnamed
  about: About
  /** The name under which it would be read; null where nothing is read. */
  output: string | null
  count: number
  /** The first rows of what was read. */
  sample: string[][]
  boxes: Box[]
}
