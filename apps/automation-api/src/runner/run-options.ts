import type { ClaimedJob } from '../executions/run-queue.ts'
import type { PreparedRuns } from './browser/prepare-runs.ts'
import type { LiveRuns } from './live/live-runs.ts'
import type { TimeLimit } from './time-limit.ts'

export interface RunOptions {
  browsers: Pick<PreparedRuns, 'openRun'>
  /** Ends the run early, with the signal's reason as the run's error. */
  signal: AbortSignal
  /** Lets the owner watch the run. */
  live?: LiveRuns | undefined
  /** The job of the execution. */
  job?: ClaimedJob
  /** Called when the run begins; the returned function is called with its error when its end is known. */
  begin?: () => (error: string | null) => void
  /** Called when the run no longer needs its browser, before its end is written. */
  release?: () => void
  /** Called when the run waits for a person; the returned function is called when it goes on. */
  lend?: () => () => void
  runTimeoutMs?: number
  stepTimeoutMs?: number
  /** The names of steps that look for their elements once, without waiting. */
  inVain?: string[]
  heartbeatMs?: number
}

export interface LimitedRunOptions extends RunOptions {
  limit: TimeLimit
}
