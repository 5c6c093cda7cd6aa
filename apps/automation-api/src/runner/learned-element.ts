import type { Recorded } from './healing/heal-element.ts'
import type { Selector } from './selectors.ts'

/** A doubtful heal: what it found, and how many runs in a row have gone well with it. */
export interface TentativeHeal {
  selector: string
  goodRuns: number
}

export interface LearnedElement {
  /** Of the action when this was learned: with others it may mean another element. */
  selectors: Selector[]
  recorded: Recorded
  tentative: TentativeHeal | null
}
