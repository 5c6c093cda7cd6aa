import type { Recorded } from '../healing/recorded.ts'
import type { Selector } from '../../automations/selector.ts'

/** What is not certain yet, and how many successful runs in a row there were with it. */
export interface TentativeHeal {
  /** For a heal: the selector that it found. */
  selector: string
  goodRuns: number
  /** For a reading with other content: the content's hash, and whether it was different each time. */
  name?: string
  varies?: boolean
}

export interface LearnedElement {
  /**
   * The action's selectors when this was learned, with that run's variables: with others they may mean another
   * element.
   */
  selectors: Selector[]
  recorded: Recorded
  tentative: TentativeHeal | null
}
