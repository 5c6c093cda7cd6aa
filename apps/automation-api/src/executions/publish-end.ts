import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import type { automations } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'
import type { SelfHealEvent } from './self-heal-event.ts'

/** `automation.completed` or `automation.failed`, as the contract words it. */
export async function publishEnd(
  tx: Db,
  outbox: Services['outbox'],
  automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
  {
    id,
    ownerId,
    error,
    extractedData,
    sessionId,
    selfHealEvents,
  }: Pick<ExecutionRow, 'id' | 'ownerId' | 'error' | 'extractedData' | 'sessionId' | 'selfHealEvents'>,
): Promise<void> {
  const data = {
    jobId: null,
    executionId: id,
    sessionId,
    automationId: automation.id,
    automationName: automation.name,
    error,
    extractedData,
    selfHeal: summarise(selfHealEvents),
  }
  await (error === null
    ? publishEvent(tx, outbox, {
        ownerId,
        event: 'automation.completed',
        data: { ...data, status: 'completed' },
      })
    : publishEvent(tx, outbox, { ownerId, event: 'automation.failed', data: { ...data, status: 'failed' } }))
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
