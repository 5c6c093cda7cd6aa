import type { ApiMetrics, Logger, Stop } from '@waypost/http'
import type { RetentionMetrics } from '@waypost/retention'
import type { OpenObjectStore } from '@waypost/storage'
import type { Agent } from '@waypost/webhooks'
import type { readApiEnv } from '../env.ts'

type ApiEnv = ReturnType<typeof readApiEnv>

/** The inputs of the API's parts. Each part registers how it is stopped; the last one stops first. */
export interface ApiProcess {
  env: ApiEnv
  logger: Logger
  onStop(stop: Stop): void
  /** Sends webhook tests through the egress policy. */
  agent: Agent
  objects: OpenObjectStore | undefined
  metrics: ApiMetrics
  retentionMetrics: RetentionMetrics
}
