import type { RunBounds } from '../runner/jail/bound-use.ts'
import type { RunnerEnv } from './runner-process.ts'

/** What the operator lets one run use. */
export const readBounds = (
  env: Pick<
    RunnerEnv,
    'RUN_MEMORY_MIB' | 'RUN_CPU_SECONDS' | 'RUN_PROCESSES' | 'RUN_WINDOWS' | 'RUN_TRAFFIC_MIB'
  >,
): RunBounds => ({
  memoryMebibytes: env.RUN_MEMORY_MIB,
  cpuSeconds: env.RUN_CPU_SECONDS,
  processes: env.RUN_PROCESSES,
  windows: env.RUN_WINDOWS,
  trafficMebibytes: env.RUN_TRAFFIC_MIB,
})
