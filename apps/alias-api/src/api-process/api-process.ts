import type { ApiMetrics, Logger, Stop } from '@waypost/http'
import type { RetentionMetrics } from '@waypost/retention'
import type { OpenObjectStore } from '@waypost/storage'
import type { readApiEnv } from '../env.ts'
import type { PgpKeyReader } from '../pgp/pgp-key-reader.ts'

type ApiEnv = ReturnType<typeof readApiEnv>

/** The inputs of the API's parts. Each part registers how it is stopped; the last one stops first. */
export interface ApiProcess {
  env: ApiEnv
  logger: Logger
  onStop(stop: Stop): void
  pgpKeys: PgpKeyReader
  objects: OpenObjectStore | undefined
  metrics: ApiMetrics
  retentionMetrics: RetentionMetrics
}
