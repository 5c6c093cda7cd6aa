import { and, eq, sql } from 'drizzle-orm'
import { publishEvent } from '@waypost/webhooks'
import { executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { SelfHealEvent } from './self-heal-event.ts'
import { announceProgress } from './progress/progress.ts'

/** Publishes that the heal of a step begins. */
export async function announceHeal(
  services: Services,
  executionId: string,
  { actionName, message }: { actionName: string; message: string },
): Promise<void> {
  await publishHeal(services, executionId, 'execution.selfheal.started', { actionName, message })
}

/** Stores and publishes the outcome of a step's heal. */
export async function recordHeal(
  services: Services,
  executionId: string,
  heal: SelfHealEvent,
): Promise<void> {
  const { actionName, newSelector, message } = heal
  const detail = { actionName, message, ...(newSelector !== null && { newSelector }) }
  await publishHeal(services, executionId, `execution.selfheal.${heal.outcome}`, detail, heal)
}

async function publishHeal(
  { db, outbox }: Services,
  executionId: string,
  event: 'execution.selfheal.started' | 'execution.selfheal.succeeded' | 'execution.selfheal.failed',
  detail: { actionName: string; newSelector?: string; message: string },
  heal?: SelfHealEvent,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [execution] = await tx
      .update(executions)
      .set({ selfHealEvents: sql`self_heal_events || ${JSON.stringify(heal ? [heal] : [])}::jsonb` })
      .where(and(eq(executions.id, executionId), eq(executions.status, 'running')))
      .returning({
        ownerId: executions.ownerId,
        automationId: executions.automationId,
        jobId: executions.jobId,
      })
    // An execution that was ended meanwhile has published its last event.
    if (!execution) return
    const { ownerId, automationId, jobId } = execution
    publishEvent(tx, outbox, {
      ownerId,
      event,
      subjectId: executionId,
      data: { jobId, executionId, automationId, ...detail },
    })
    if (heal) await announceProgress(tx, executionId)
  })
}
