import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import type { automations } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'
import { summariseHeals } from './self-heal-event.ts'

type Ended = Pick<
  ExecutionRow,
  'id' | 'ownerId' | 'jobId' | 'error' | 'extractedData' | 'sessionId' | 'selfHealEvents'
>

/** Publishes `automation.completed` or `automation.failed`, in the contract's form. */
export async function publishEnd(
  tx: Db,
  outbox: Services['outbox'],
  automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
  { id, ownerId, jobId, error, extractedData, sessionId, selfHealEvents }: Ended,
): Promise<void> {
  const data = {
    jobId,
    executionId: id,
    sessionId,
    automationId: automation.id,
    automationName: automation.name,
    error,
    extractedData,
    selfHeal: summariseHeals(selfHealEvents),
  }
  await (error === null
    ? publishEvent(tx, outbox, {
        ownerId,
        event: 'automation.completed',
        data: { ...data, status: 'completed' },
      })
    : publishEvent(tx, outbox, { ownerId, event: 'automation.failed', data: { ...data, status: 'failed' } }))
}
