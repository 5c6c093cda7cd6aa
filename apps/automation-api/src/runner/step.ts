import type { Storage } from '@waypost/storage'
import type { ExtractedData } from '@waypost/webhooks'
import type { Frame, Locator, Page } from 'playwright-core'
import type { StoredAction } from '../automations/action.ts'
import type { Match } from './elements/choose-only.ts'
import type { ReadArtifact } from '../artifacts/read-artifact.ts'
import type { ReadAccountFile } from '../files/open-file.ts'
import type { KeepArtifact } from './evidence/run-artifacts.ts'

/** Waits until a person gives the run back, or the time is over. */
export type WaitForPerson = (
  asked: { stepName: string; message: string; timeoutMs: number },
  signal: AbortSignal,
) => Promise<void>

/** The inputs of an action, with its time budget. */
export type Step = {
  page: Page
  // The run's own window, and how a step makes another one that of the steps after it.
  main?: Page
  use?: (page: Page) => void
  // The frame of the step, where it is not for the whole page.
  frame?: Frame
  timeoutMs: number
  // Never 0: Playwright takes a time-out of 0 for none at all.
  remainingMs: () => number
  signal: AbortSignal
  // How long a frame that was not silent before may take to answer, before it counts as empty.
  silentAfterMs?: number
  // For the contents of files; absent where every file is in its step.
  storage?: Pick<Storage, 'open'> | undefined
  // Reads a file that a run of the account has kept; absent as `keep` is.
  readArtifact?: ReadArtifact | undefined
  // Reads a file of the account; absent as `readArtifact` is.
  readAccountFile?: ReadAccountFile | undefined
  // Keeps a file of the run; absent where nothing is kept, as while steps are generated.
  keep?: KeepArtifact | undefined
  // Waits until a person gives the run back; absent where there is none, as while steps are generated.
  waitForPerson?: WaitForPerson | undefined
  // The alias service, and since when mail counts.
  aliasUrl?: string | undefined
  since?: Date | undefined
  // What no screenshot may show.
  secrets?: string[]
  // In a validation: the step accepts no ambiguous element, and no empty text.
  isStrict?: boolean
  // Inspects each element, with its frame, before the action; an error ends the step.
  inspect?: (element: Locator, frame: Frame) => Promise<void>
  // Decides which of several elements of one name is meant, where that was learned.
  choose?: (matches: Match[]) => Promise<Match | undefined>
}

export type ActionOf<Type extends StoredAction['type']> = {
  [Each in StoredAction['type']]: Extract<StoredAction, { type: Each }>
}[Type]

export type ActionRunner<Type extends StoredAction['type']> = (
  action: ActionOf<Type>,
  step: Step,
) => Promise<ExtractedData | void>
