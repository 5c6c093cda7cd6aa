import { and, eq, isNull } from 'drizzle-orm'
import { ValidationError } from '@waypost/http'
import { joinTransaction, type Db } from '@waypost/postgres'
import { createAutomation } from '../automations/create-automation.ts'
import { intents, jobs } from '../db/job-tables.ts'
import { findGivenVariables } from '../executions/given-variables.ts'
import { endJob } from '../jobs/end-job.ts'
import { findFullLimits } from '../limits/find-full-limits.ts'
import { LimitReachedError } from '../limits/limit-reached.ts'
import type { PreparedRuns } from '../runner/browser/prepare-runs.ts'
import type { RunnerServices } from '../services.ts'
import { abandonIntent } from './abandon-intent.ts'
import {
  generateAutomation,
  type Generated,
  type GenerationOptions,
} from './generating/generate-automation.ts'
import { explainLanguage } from './explain-language.ts'
import type { IntentRow } from './intent.ts'
import { publishIntentEvent } from './publish-intent-event.ts'

export interface IntentGenerationOptions {
  browsers: Pick<PreparedRuns, 'openRun'>
  model?: GenerationOptions['model']
  /** Ends the generation early, with the signal's reason. */
  signal: AbortSignal
  budgetMs?: number
}

type Failure = { outcome: 'failed'; reason: string; message: string }
type Result = Generated | Failure

/**
 * Writes the automation that an intent asks for, as a draft. A generation that a runner left unfinished is not started
 * again, because the steps that it took on the page may have had effects.
 */
export async function generateForIntent(
  services: RunnerServices,
  intentId: string,
  options: IntentGenerationOptions,
): Promise<void> {
  const { db, clock } = services
  const isWaiting = and(eq(intents.id, intentId), eq(intents.status, 'generating'))
  const [intent] = await db
    .update(intents)
    .set({ generatingSince: new Date(clock.now()) })
    .where(and(isWaiting, isNull(intents.generatingSince)))
    .returning()
  const result: Result = intent
    ? await generate(services, intent, options)
    : { outcome: 'failed', reason: 'runner_lost', message: 'Runner lost' }
  await db.transaction(async (tx) => {
    // The account before the intent: whoever holds a row never waits for an account.
    if (intent) await findFullLimits(tx, services, intent.ownerId, 'automations')
    const [present] = await tx.select().from(intents).where(isWaiting).for('update')
    if (!present) return
    const failure = result.outcome === 'generated' ? await keep(tx, services, present, result) : result
    if (failure) await giveUp(tx, services, present, failure)
  })
}

async function generate(
  { db, keyring, egress }: RunnerServices,
  { jobId, text }: IntentRow,
  { browsers, model, signal, budgetMs = 180_000 }: IntentGenerationOptions,
): Promise<Result> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, jobId))
  const variables = findGivenVariables(keyring, `job:${jobId}`, job!.sealedVariables) ?? {}
  let run: Awaited<ReturnType<PreparedRuns['openRun']>> | undefined
  try {
    run = await browsers.openRun()
    const { page, exceeded } = run
    const result = await generateAutomation({
      page,
      text,
      variables,
      model,
      egress,
      signal: AbortSignal.any([signal, exceeded]),
      budgetMs,
    })
    if (result.outcome === 'generated' || result.reason !== 'not_understood') return result
    // With a model, it is not the language.
    const advice = model ? undefined : explainLanguage(text, 'generating')
    return advice ? { ...result, message: `${result.message} ${advice}` } : result
  } catch (failure) {
    const message = (failure instanceof Error ? failure.message : String(failure)).split('\n', 1)[0]!
    return { outcome: 'failed', reason: 'browser_failed', message }
  } finally {
    void run?.close()
  }
}

/** The reason why the automation could not be stored; undefined where it was. */
async function keep(
  tx: Db,
  services: RunnerServices,
  intent: IntentRow,
  { automation }: Generated,
): Promise<Failure | undefined> {
  const { outbox, clock } = services
  const { ownerId, keyId, ip } = intent
  const inside = { ...services, db: joinTransaction(tx) }
  const made = await createAutomation(inside, { ownerId, keyId, ip }, automation, {
    isGenerated: true,
  }).catch((error: unknown) => {
    if (error instanceof ValidationError || error instanceof LimitReachedError) return error
    throw error
  })
  if (made instanceof ValidationError) {
    const message = made.issues.map((issue) => issue.message).join('; ')
    return { outcome: 'failed', reason: 'refused', message }
  }
  if (made instanceof LimitReachedError)
    return { outcome: 'failed', reason: 'limit_reached', message: made.message }
  const { id: automationId, name: automationName, actions } = made
  await tx
    .update(intents)
    .set({ status: 'generated', automationId, completedAt: new Date(clock.now()) })
    .where(eq(intents.id, intent.id))
  await publishIntentEvent(tx, outbox, intent, 'intent.generation.completed', {
    automationId,
    automationName,
    actions: actions.length,
  })
  await publishIntentEvent(tx, outbox, intent, 'intent.completed', {
    outcome: 'generated',
    automationId,
    executionId: null,
    extractedData: null,
  })
  await endJob(tx, services, intent.jobId, { error: null, result: null })
  return undefined
}

async function giveUp(
  tx: Db,
  services: RunnerServices,
  intent: IntentRow,
  { reason, message }: Failure,
): Promise<void> {
  await publishIntentEvent(tx, services.outbox, intent, 'intent.generation.failed', { reason, message })
  const ended = reason === 'limit_reached' ? reason : 'generation_failed'
  await abandonIntent(tx, services, intent.id, { reason: ended, message })
}
