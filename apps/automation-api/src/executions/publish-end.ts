import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import type { automations } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'

/** `automation.completed` or `automation.failed`, as the contract words it. */
export async function publishEnd(
  tx: Db,
  outbox: Services['outbox'],
  automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
  { id, ownerId }: Pick<ExecutionRow, 'id' | 'ownerId'>,
  { error, extractedData }: Pick<ExecutionRow, 'error' | 'extractedData'>,
): Promise<void> {
  const data = {
    jobId: null,
    executionId: id,
    sessionId: null,
    automationId: automation.id,
    automationName: automation.name,
    error,
    extractedData,
    selfHeal: { occurred: false, count: 0, healedActions: [] },
  }
  await (error === null
    ? publishEvent(tx, outbox, {
        ownerId,
        event: 'automation.completed',
        data: { ...data, status: 'completed' },
      })
    : publishEvent(tx, outbox, { ownerId, event: 'automation.failed', data: { ...data, status: 'failed' } }))
}
