import type { readRunnerEnv } from '../env.ts'
import type { Limits } from './limits.ts'

type Environment = Pick<
  ReturnType<typeof readRunnerEnv>,
  Extract<keyof ReturnType<typeof readRunnerEnv>, `LIMIT_${string}`>
>

/** The limits of the environment. */
export const readLimits = (env: Environment): Limits => ({
  activeRuns: env.LIMIT_ACTIVE_RUNS,
  waitingRuns: env.LIMIT_WAITING_RUNS,
  waitingJobs: env.LIMIT_WAITING_JOBS,
  waitingIntents: env.LIMIT_WAITING_INTENTS,
  runMinutesPerDay: env.LIMIT_RUN_MINUTES_PER_DAY,
  activeRecordings: env.LIMIT_ACTIVE_RECORDINGS,
  recordingMinutesPerDay: env.LIMIT_RECORDING_MINUTES_PER_DAY,
  automations: env.LIMIT_AUTOMATIONS,
  versionsKept: env.LIMIT_VERSIONS_KEPT,
  bytesStored: env.LIMIT_BYTES_STORED,
  pipelines: env.LIMIT_PIPELINES,
  pipelineMembers: env.LIMIT_PIPELINE_MEMBERS,
  schedules: env.LIMIT_SCHEDULES,
  webhooks: env.LIMIT_WEBHOOKS,
  requestsPerMinute: env.LIMIT_REQUESTS_PER_MINUTE,
})
