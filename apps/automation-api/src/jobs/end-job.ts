import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { jobs } from '../db/job-tables.ts'
import type { JobServices } from '../services.ts'
import type { JobResult } from './job-result.ts'

export interface JobEnd {
  /** Null where it succeeded. */
  error: string | null
  result: JobResult | null
  sessionId?: string | null
}

/**
 * Ends a job as its run ended, with its one event.
 *
 * @param tx ends the run, or finds that there will be none
 */
export async function endJob(
  tx: Db,
  services: JobServices,
  jobId: string,
  { error, result, sessionId = null }: JobEnd,
): Promise<void> {
  const { outbox, followUps } = services
  const status = error === null ? ('completed' as const) : ('failed' as const)
  const completedAt = new Date(outbox.clock.now())
  const [job] = await tx
    .update(jobs)
    .set({ status, error, result, sessionId, sealedVariables: null, completedAt })
    .where(and(eq(jobs.id, jobId), eq(jobs.status, 'pending')))
    .returning()
  if (!job || job.targetId === null) return
  const { ownerId, type, targetId, executionId } = job
  const data = {
    jobId,
    type,
    targetId,
    executionId,
    sessionId,
    result,
    error,
    completedAt: completedAt.toISOString(),
  }
  const callback = { url: job.webhookUrl, subjectId: jobId }
  if (status === 'completed')
    publishEvent(tx, outbox, { ownerId, event: 'job.completed', data: { ...data, status }, callback })
  else publishEvent(tx, outbox, { ownerId, event: 'job.failed', data: { ...data, status }, callback })
  await followUps.jobEnded(tx, services, job)
}
