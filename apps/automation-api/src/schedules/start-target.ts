import { eq } from 'drizzle-orm'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { jobs } from '../db/job-tables.ts'
import { openGivenVariables } from '../executions/given-variables.ts'
import { acceptIntent } from '../intents/accept-intent.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { triggerPipeline } from '../pipelines/trigger-pipeline.ts'
import type { ApiServices } from '../services.ts'
import { OverlapError } from './overlap-error.ts'
import type { ScheduleRow } from './schedule.ts'

/** What a schedule has started. */
export interface Started {
  type: 'execution' | 'pipeline_run' | 'job'
  id: string
}

/**
 * Starts a schedule's target for its owner, or puts it in line.
 *
 * @param services `db` is the transaction that fires the schedule
 */
export async function startTarget(services: ApiServices, schedule: ScheduleRow): Promise<Started> {
  const { id, ownerId, keyId, ip, targetType, targetId, overlap, timezone: timeZone } = schedule
  const actor = { ownerId, keyId, ip }
  const variables = openGivenVariables(services.keyring, `schedule:${id}`, schedule.sealedVariables)
  if (targetType === 'intent') {
    if (overlap === 'skip' && (await isPending(services, schedule.lastJobId)))
      throw new OverlapError('The last request of this schedule is not dealt with yet')
    // A schedule runs what there is: it would write the same draft again and again.
    const text = schedule.intentText!
    const { jobId } = await acceptIntent(services, actor, { text, variables, timeZone }, false)
    return { type: 'job', id: jobId }
  }
  if (overlap === 'queue') {
    const { jobId } = await enqueueJob(services, actor, { type: targetType, targetId, variables })
    return { type: 'job', id: jobId }
  }
  if (targetType === 'automation') {
    const triggered = triggerAutomation(services, actor, targetId, { variables })
    return { type: 'execution', id: (await triggered.catch(OverlapError.rethrow)).executionId }
  }
  const triggered = triggerPipeline(services, actor, targetId, { variables })
  return { type: 'pipeline_run', id: (await triggered.catch(OverlapError.rethrow)).pipelineRunId }
}

async function isPending({ db }: ApiServices, jobId: string | null): Promise<boolean> {
  if (jobId === null) return false
  const [job] = await db.select({ status: jobs.status }).from(jobs).where(eq(jobs.id, jobId))
  return job?.status === 'pending'
}
