import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { intents } from '../db/job-tables.ts'
import type { JobRow } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import type { IntentCandidate, IntentReason } from './intent-reason.ts'
import { publishIntentEvent } from './publish-intent-event.ts'

type Outbox = Services['outbox']

export interface IntentFailure {
  reason: IntentReason
  message: string
  candidates?: IntentCandidate[]
}

/**
 * Ends the intent of a job, as its run ended.
 *
 * @param tx ends the job
 */
export async function endIntentOfJob(tx: Db, outbox: Outbox, job: JobRow): Promise<void> {
  const isOfJob = and(eq(intents.jobId, job.id), eq(intents.status, 'resolved'))
  const [intent] = await tx.select().from(intents).where(isOfJob)
  if (!intent) return
  if (job.error !== null) {
    await failIntent(
      tx,
      outbox,
      intent.id,
      { reason: 'execution_failed', message: job.error },
      job.executionId,
    )
    return
  }
  const completedAt = new Date(outbox.clock.now())
  await tx.update(intents).set({ status: 'executed', completedAt }).where(isOfJob)
  await publishIntentEvent(tx, outbox, intent, 'intent.completed', {
    outcome: 'executed',
    automationId: intent.automationId!,
    executionId: job.executionId,
    extractedData: job.result && 'selfHeal' in job.result ? job.result.extractedData : null,
  })
}

/**
 * Fails an intent, with its one event. Does nothing, and returns false, when it has ended already.
 *
 * @param executionId of its run, where there was one
 */
export async function failIntent(
  tx: Db,
  outbox: Outbox,
  id: string,
  { reason, message, candidates = [] }: IntentFailure,
  executionId: string | null = null,
): Promise<boolean> {
  const completedAt = new Date(outbox.clock.now())
  const isUnderWay = inArray(intents.status, ['received', 'resolved', 'generating'])
  const [intent] = await tx
    .update(intents)
    .set({ status: 'failed', reason, error: message, candidates, completedAt })
    .where(and(eq(intents.id, id), isUnderWay))
    .returning()
  if (!intent) return false
  const { automationId } = intent
  const detail = { reason, message, automationId, executionId, candidates }
  await publishIntentEvent(tx, outbox, intent, 'intent.failed', detail)
  return true
}
