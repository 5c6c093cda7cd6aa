import { checkReceiverUrl, DomainError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { deriveFallbackSecret, prepareCallback, publishEvent } from '@waypost/webhooks'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { checkVariables } from '../automations/variables/check-variables.ts'
import { automationNotFound, isOwnAutomation } from '../automations/get-automation.ts'
import { jobs } from '../db/job-tables.ts'
import { pipelines } from '../db/pipeline-tables.ts'
import { automations } from '../db/tables.ts'
import { notValidated } from '../executions/accept-execution.ts'
import { sealGivenVariables } from '../executions/given-variables.ts'
import { findFullLimits } from '../limits/find-full-limits.ts'
import { checkMembers } from '../pipelines/check-members.ts'
import { checkRunVariables } from '../pipelines/check-run-variables.ts'
import { isOwnPipeline, pipelineNotFound } from '../pipelines/get-pipeline.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkSession } from '../sessions/check-session.ts'
import { beginAutomationJob } from './begin-automation-job.ts'
import { beginPipelineJob } from './begin-pipeline-job.ts'
import { hasBegun } from './has-begun.ts'
import type { newJob } from './job.ts'

export interface EnqueuedJob {
  jobId: string
  status: 'pending'
}

/** Puts a run in its target's line, where it waits for its turn instead of failing because one is active. */
export async function enqueueJob(
  services: ApiServices,
  actor: Actor,
  { type, targetId, webhookUrl, sessionId, saveSession, variables = {} }: z.infer<typeof newJob>,
): Promise<EnqueuedJob> {
  const { db, clock, keyring, outbox, egress } = services
  const { ownerId } = actor
  if (webhookUrl !== undefined) checkReceiverUrl(egress, 'webhookUrl', webhookUrl)
  return db.transaction(async (tx) => {
    const full = await findFullLimits(tx, services, ownerId, 'runMinutesPerDay', 'waitingJobs', 'waitingRuns')
    if (type === 'automation') await holdAutomation(tx, actor, targetId, variables)
    else await holdPipeline(tx, actor, targetId, variables)
    if (sessionId !== undefined) await checkSession(tx, services, actor, sessionId)

    const jobId = newId()
    await tx.insert(jobs).values({
      id: jobId,
      ownerId,
      type,
      targetId,
      webhookUrl,
      inputSessionId: sessionId,
      saveSession,
      sealedVariables: sealGivenVariables(keyring, `job:${jobId}`, variables),
      createdAt: new Date(clock.now()),
    })
    if (webhookUrl !== undefined) {
      const secret = deriveFallbackSecret(services.fallbackSecret, ownerId)
      await prepareCallback(tx, services, outbox.channel, { ownerId, url: webhookUrl, secret })
    }
    publishEvent(tx, outbox, {
      ownerId,
      event: 'job.enqueued',
      data: { jobId, type, targetId, status: 'pending' },
      callback: { url: webhookUrl ?? null, subjectId: jobId },
    })
    await recordChange(tx, services, actor, 'job.enqueued', jobId)
    if (type === 'automation') await beginAutomationJob(tx, services, targetId)
    else await beginPipelineJob(tx, services, targetId)
    // Refused last, so that a target that is not there is told first.
    const inFlight = (await hasBegun(tx, jobId)) ? full.waitingRuns : full.waitingJobs
    const refusal = full.runMinutesPerDay ?? inFlight
    if (refusal) throw refusal
    return { jobId, status: 'pending' }
  })
}

async function holdAutomation(
  tx: Db,
  actor: Actor,
  id: string,
  variables: Record<string, string>,
): Promise<void> {
  const own = isOwnAutomation(actor, id)
  const [automation] = await tx.select().from(automations).where(own).for('no key update')
  if (!automation) throw automationNotFound()
  if (automation.isDraft) throw new DomainError('conflict', notValidated)
  checkVariables(automation.actions, automation.variables, variables)
}

async function holdPipeline(
  tx: Db,
  actor: Actor,
  id: string,
  variables: Record<string, string>,
): Promise<void> {
  const [pipeline] = await tx.select().from(pipelines).where(isOwnPipeline(actor, id)).for('no key update')
  if (!pipeline) throw pipelineNotFound()
  checkRunVariables(await checkMembers(tx, actor, pipeline.automationIds), variables, pipeline.members)
}
