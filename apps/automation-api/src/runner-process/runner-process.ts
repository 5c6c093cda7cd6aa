import type { Logger, Stop } from '@waypost/http'
import type { readRunnerEnv } from '../env.ts'

export type RunnerEnv = ReturnType<typeof readRunnerEnv>

/** What the parts of the runner are started with; each says how it is stopped, and the last one stops first. */
export interface RunnerProcess {
  env: RunnerEnv
  logger: Logger
  onStop(stop: Stop): void
}
