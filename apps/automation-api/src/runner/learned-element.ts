import type { Recorded } from './healing/recorded.ts'
import type { Selector } from '../automations/selector.ts'

/** What is not sure yet, and how many runs in a row have gone well with it. */
export interface TentativeHeal {
  /** Of a heal: what it found. */
  selector: string
  goodRuns: number
  /** Of a reading with other content: a hash of that, and whether it was another each time. */
  name?: string
  varies?: boolean
}

export interface LearnedElement {
  /** Of the action when this was learned, with the variables of that run: with others it may mean another element. */
  selectors: Selector[]
  recorded: Recorded
  tentative: TentativeHeal | null
}
