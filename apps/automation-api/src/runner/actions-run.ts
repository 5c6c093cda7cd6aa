import type { Page } from 'playwright-core'
import type { Storage } from '@waypost/storage'
import type { ExtractedData } from '@waypost/webhooks'
import type { ReadArtifact } from '../artifacts/read-artifact.ts'
import type { StoredAction } from '../automations/action.ts'
import type { ReadAccountFile } from '../files/open-file.ts'
import type { StepResult } from '../executions/step-result.ts'
import type { StepHealer } from './heal-steps.ts'
import type { WaitForPerson } from './step.ts'
import type { RunTracer } from './evidence/run-tracer.ts'
import type { KeepArtifact } from './evidence/run-artifacts.ts'

/** The actions of a run, and what they run with. */
export interface ActionsRun {
  page: Page
  actions: StoredAction[]
  /** Updated as the run goes on: the results of all actions, each before the ones within it. */
  steps?: StepResult[]
  /** Of the variables that the actions refer to. */
  values?: Record<string, string>
  /** The names of those that are keys of authenticators: steps get their codes instead. */
  authenticators?: string[]
  /** Secrets of the account, by name. */
  accountSecrets?: Record<string, string>
  /** The values that no error and no screenshot may show; the codes of authenticators are added to them. */
  secrets?: string[]
  signal: AbortSignal
  /** For the contents of files; absent where every file is in its action. */
  storage?: Pick<Storage, 'open'>
  /** Keeps files; absent where nothing is kept. */
  keep?: KeepArtifact
  /** Reads files that runs of the account have kept; absent where `keep` is. */
  readArtifact?: ReadArtifact
  /** Reads files of the account; absent where `keep` is. */
  readAccountFile?: ReadAccountFile
  /** Absent where no person is there. */
  waitForPerson?: WaitForPerson
  /** The alias service whose mail steps wait for; absent where there is none. */
  aliasUrl?: string | undefined
  /** When the run began: mail that was there before is not waited for. */
  since?: Date | undefined
  defaultTimeoutMs: number
  /** The names of steps whose elements are known not to be there: they look for them once, without waiting. */
  inVain?: string[] | undefined
  healer?: StepHealer
  /** A validation: an ambiguous element, or an empty text, fails its step. */
  isStrict?: boolean
  /** The name of the first action that is not performed: its step succeeds if its element is there. */
  stopBefore?: string | null | undefined
  /** Ends it before an action, wherever that is, when it is its turn for the first time. */
  endBefore?: { name: string; onReached: () => void } | undefined
  /** Names the steps in a trace. */
  tracer?: Pick<RunTracer, 'begin' | 'end'>
  onChange?: () => void
  /** Called before each step with the window that it is in. */
  onPage?: (page: Page) => void
  /** Called with the window that the step was in. The next step waits for it. */
  onEnd?: (index: number, page: Page) => Promise<void>
}

export interface RunResult {
  extractedData: ExtractedData
  steps: StepResult[]
  error: string | null
}
