import { poll } from '@waypost/concurrency'
import { startRetention } from '@waypost/retention'
import { sweepBlobs } from '@waypost/storage'
import { ofApis, startMaintenance } from '../maintenance.ts'
import { retentionKinds } from '../retention/retention-kinds.ts'
import { watchSchedules } from '../schedules/watch-schedules.ts'
import type { ApiServices } from '../services.ts'
import type { ApiProcess } from './api-process.ts'

const minuteMs = 60_000

/** Starts what the API does by itself. Every API does it, and each task may be done by several at once. */
export function startSweeps(
  { env, logger, onStop, objects, retentionMetrics }: ApiProcess,
  services: ApiServices,
  place: string,
): void {
  onStop(startMaintenance(services, logger, ofApis))
  // Separate from maintenance, which must not wait for a store that does not respond.
  const blobs = { ...services, schema: 'automation', objects }
  onStop(
    poll(
      (stopping) => sweepBlobs(blobs, stopping),
      minuteMs,
      (error) => logger.warn({ err: error }, 'could not delete unused blobs'),
    ).stop,
  )
  onStop(watchSchedules(services, (err) => logger.warn({ err }, 'could not fire a schedule')))
  const { db, clock } = services
  const retention = { db, clock, kinds: retentionKinds(env), logger }
  onStop(startRetention(place, retention, retentionMetrics))
}
