import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { findSignedArtifacts } from '../artifacts/find-signed-artifacts.ts'
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
  services: Pick<Services, 'outbox' | 'keyring' | 'clock'>,
  automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
  { id, ownerId, jobId, error, extractedData, sessionId, selfHealEvents }: Ended,
): Promise<void> {
  const { outbox } = services
  const artifacts = await findSignedArtifacts(tx, services, id)
  const data = {
    jobId,
    executionId: id,
    sessionId,
    automationId: automation.id,
    automationName: automation.name,
    error,
    extractedData,
    selfHeal: summariseHeals(selfHealEvents),
    ...(artifacts.length > 0 && { artifacts }),
  }
  const about = { ownerId, subjectId: id }
  if (error === null)
    publishEvent(tx, outbox, {
      ...about,
      event: 'automation.completed',
      data: { ...data, status: 'completed' },
    })
  else publishEvent(tx, outbox, { ...about, event: 'automation.failed', data: { ...data, status: 'failed' } })
}
