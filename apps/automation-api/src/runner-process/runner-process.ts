import type { StartingProcess } from '@waypost/http'
import type { OpenObjectStore } from '@waypost/storage'
import type { readRunnerEnv } from '../env.ts'
import type { PreparedRuns } from '../runner/browser/prepare-runs.ts'
import type { RunClaimer } from '../runner/claim-runs.ts'
import type { LiveRuns } from '../runner/live/live-runs.ts'
import type { RunnerMetrics } from '../runner-metrics.ts'
import type { RunnerServices } from '../services.ts'

export type RunnerEnv = ReturnType<typeof readRunnerEnv>

/** What all databases of a runner share. */
export interface Shared {
  metrics: RunnerMetrics
  objects: OpenObjectStore | undefined
  /** The rankers for healing, where a model is among them. */
  createRankers: RunnerServices['createRankers']
  browsers: PreparedRuns
  live: LiveRuns
  claimer: RunClaimer
  /** The recordings under way. */
  recordings: Set<Promise<unknown>>
  /** Fails what is under way. */
  signal: AbortSignal
}

/** The inputs of the runner's parts. Each part registers how it is stopped; the last one stops first. */
export type RunnerProcess = StartingProcess<RunnerEnv>
