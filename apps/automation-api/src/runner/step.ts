import type { Storage } from '@waypost/storage'
import type { Frame, Locator, Page } from 'playwright-core'
import type { StoredAction } from '../automations/action.ts'
import type { Match } from './choose-only.ts'

/** What an action is given to work with, and the budget it has to keep to. */
export type Step = {
  page: Page
  // Where the step is about one frame of the page instead of all of it.
  frame?: Frame
  timeoutMs: number
  // Never 0: Playwright takes a time-out of 0 for none at all.
  remainingMs: () => number
  signal: AbortSignal
  // Of what is in files; absent where no step has one that is not in the step itself.
  storage?: Pick<Storage, 'open'> | undefined
  // Where the step is tried out: it takes no element that only may be the one meant, and no empty text.
  isStrict?: boolean
  // Sees each element before anything is done to it, with the frame that it is in; what it throws ends the step.
  inspect?: (element: Locator, frame: Frame) => Promise<void>
  // Says which of several elements of one name is meant, where that was learned.
  choose?: (matches: Match[]) => Promise<Match | undefined>
}

export type ExtractedData = Record<string, string | string[]>

export type ActionOf<Type extends StoredAction['type']> = {
  [Each in StoredAction['type']]: Extract<StoredAction, { type: Each }>
}[Type]

export type ActionRunner<Type extends StoredAction['type']> = (
  action: ActionOf<Type>,
  step: Step,
) => Promise<ExtractedData | void>
