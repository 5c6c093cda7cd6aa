import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import type { automations } from '../db/tables.ts'
import { endJob } from '../jobs/end-job.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'
import type { SelfHealEvent } from './self-heal-event.ts'

type Ended = Pick<
  ExecutionRow,
  'id' | 'ownerId' | 'jobId' | 'pipelineRunId' | 'error' | 'extractedData' | 'sessionId' | 'selfHealEvents'
>

/** `automation.completed` or `automation.failed`, as the contract words it; and the end of its job. */
export async function publishEnd(
  tx: Db,
  outbox: Services['outbox'],
  automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
  { id, ownerId, jobId, pipelineRunId, error, extractedData, sessionId, selfHealEvents }: Ended,
): Promise<void> {
  const selfHeal = summarise(selfHealEvents)
  const data = {
    jobId,
    executionId: id,
    sessionId,
    automationId: automation.id,
    automationName: automation.name,
    error,
    extractedData,
    selfHeal,
  }
  await (error === null
    ? publishEvent(tx, outbox, {
        ownerId,
        event: 'automation.completed',
        data: { ...data, status: 'completed' },
      })
    : publishEvent(tx, outbox, { ownerId, event: 'automation.failed', data: { ...data, status: 'failed' } }))
  // That of a pipeline ends with the pipeline's run.
  if (jobId !== null && pipelineRunId === null)
    await endJob(tx, outbox, jobId, { error, sessionId, result: { extractedData, selfHeal } })
}

function summarise(events: SelfHealEvent[]) {
  const healed = events.filter(({ outcome }) => outcome === 'succeeded')
  const persisted = healed.filter((event) => event.persisted)
  return {
    occurred: healed.length > 0,
    count: healed.length,
    healedActions: persisted.map(({ actionName, newSelector }) => ({
      actionName,
      newSelector: newSelector!,
    })),
  }
}
