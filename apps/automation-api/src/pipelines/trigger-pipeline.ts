import { DomainError } from '@waypost/http'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import type { triggerInput } from '../automations/trigger-automation.ts'
import { pipelines } from '../db/pipeline-tables.ts'
import { findFullLimits } from '../limits/find-full-limits.ts'
import { acceptRun } from '../pipeline-runs/accept-run.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkSession } from '../sessions/check-session.ts'
import { checkMembers } from './check-members.ts'
import { checkRunVariables } from './check-run-variables.ts'
import { isOwnPipeline, pipelineNotFound } from './get-pipeline.ts'

export interface TriggeredRun {
  pipelineRunId: string
  status: 'pending'
}

/** Starts a run of the pipeline's current version, if each of its automations can be run now. */
export async function triggerPipeline(
  services: ApiServices,
  actor: Actor,
  id: string,
  { sessionId, saveSession = false, variables = {} }: z.infer<typeof triggerInput>,
): Promise<TriggeredRun> {
  return services.db.transaction(async (tx) => {
    const full = await findFullLimits(tx, services, actor.ownerId, 'waitingRuns', 'runMinutesPerDay')
    const own = isOwnPipeline(actor, id)
    const [pipeline] = await tx.select().from(pipelines).where(own).for('no key update')
    if (!pipeline) throw pipelineNotFound()
    checkRunVariables(await checkMembers(tx, actor, pipeline.automationIds), variables, pipeline.members)
    if (sessionId !== undefined) await checkSession(tx, services, actor, sessionId)

    const pipelineRunId = await acceptRun(tx, services, pipeline, { sessionId, saveSession, variables })
    if (pipelineRunId === undefined) throw new DomainError('conflict', 'Pipeline is already running')
    const refusal = full.runMinutesPerDay ?? full.waitingRuns
    if (refusal) throw refusal
    await recordChange(tx, services, actor, 'pipeline.triggered', id)
    return { pipelineRunId, status: 'pending' }
  })
}
