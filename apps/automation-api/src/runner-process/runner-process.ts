import type { Logger, Stop } from '@waypost/http'
import type { readRunnerEnv } from '../env.ts'

export type RunnerEnv = ReturnType<typeof readRunnerEnv>

/** The inputs of the runner's parts. Each part registers how it is stopped; the last one stops first. */
export interface RunnerProcess {
  env: RunnerEnv
  logger: Logger
  onStop(stop: Stop): void
}
