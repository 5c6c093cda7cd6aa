import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { publishEvent } from '@waypost/webhooks'
import { enqueueJobs } from '@waypost/work-queues'
import { intents, jobs } from '../db/job-tables.ts'
import { automations } from '../db/tables.ts'
import { findGivenVariables, sealGivenVariables } from '../executions/given-variables.ts'
import { beginAutomationJob } from '../jobs/begin-automation-job.ts'
import { hasBegun } from '../jobs/has-begun.ts'
import { findFullLimits } from '../limits/find-full-limits.ts'
import { LimitReachedError } from '../limits/limit-reached.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Services } from '../services.ts'
import { abandonIntent } from './abandon-intent.ts'
import type { IntentFailure } from './end-intent.ts'
import type { IntentRow } from './intent.ts'
import { explainLanguage } from './explain-language.ts'
import { generationQueue, type IntentJob } from './intent-queues.ts'
import { matchIntent, type IntentMatch } from './matching/match-intent.ts'
import type { MatchingServices } from './matching/rank-candidates.ts'
import { LimitExceededError } from '../worker-threads/create-worker-thread.ts'
import { publishIntentEvent } from './publish-intent-event.ts'

type Match = Extract<IntentMatch, { outcome: 'matched' }>

/**
 * Matches an intent with an automation and enqueues its run. Where none matches, enqueues the generation of a draft if the
 * intent allows it; otherwise fails the intent. A repeated call changes nothing.
 */
export async function matchAndRun(
  services: Services & Pick<MatchingServices, 'reader'>,
  intentId: string,
  timeZone = 'UTC',
): Promise<void> {
  const { db, keyring } = services
  const [intent] = await db
    .select()
    .from(intents)
    .where(and(eq(intents.id, intentId), eq(intents.status, 'received')))
  if (!intent) return
  const [job] = await db.select().from(jobs).where(eq(jobs.id, intent.jobId))
  const given = findGivenVariables(keyring, `job:${intent.jobId}`, job!.sealedVariables)
  if (!given) {
    await fail(services, intent, { reason: 'missing_values', message: 'The values given cannot be read' })
    return
  }

  const moment = { now: intent.createdAt.getTime(), timeZone }
  const match = await matchIntent(services, intent.ownerId, intent.text, given, moment).catch(
    (error: unknown) => {
      if (error instanceof LimitExceededError) return undefined
      throw error
    },
  )
  if (!match) {
    await fail(services, intent, { reason: 'timed_out', message: 'The request takes too long to read' })
    return
  }
  if (match.outcome === 'matched')
    await whereThereIsRoom(services, intent, () =>
      run(services, intent, match, { ...match.variables, ...given }),
    )
  else if (match.outcome === 'ambiguous' || match.incomplete) await fail(services, intent, explain(match))
  else if (intent.mayGenerate)
    await whereThereIsRoom(services, intent, () => enqueueGeneration(services, intent))
  else await fail(services, intent, { reason: 'no_match', message: explainNoMatch(intent.text) })
}

/** Fails the intent where its account has no room for what it asks for: there may be none for hours. */
async function whereThereIsRoom(
  services: Services,
  intent: IntentRow,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error
    await fail(services, intent, { reason: 'limit_reached', message: error.message })
  }
}

async function run(
  services: Services,
  intent: IntentRow,
  { automationId, score, margin, variables }: Match,
  values: Record<string, string>,
): Promise<void> {
  const { db, outbox, keyring } = services
  const { id, ownerId, jobId } = intent
  await db.transaction(async (tx) => {
    const full = await findFullLimits(tx, services, ownerId, 'waitingRuns')
    const isIt = and(eq(automations.id, automationId), eq(automations.ownerId, ownerId))
    const [automation] = await tx.select().from(automations).where(isIt).for('no key update')
    if (!automation || automation.isDraft) throw new Error('the matched automation has changed')
    const [resolved] = await tx
      .update(intents)
      .set({ status: 'resolved', automationId, score, margin })
      .where(and(eq(intents.id, id), eq(intents.status, 'received')))
      .returning()
    if (!resolved) return
    await publishIntentEvent(tx, outbox, intent, 'intent.resolved', {
      automationId,
      automationName: automation.name,
      score,
      margin,
      variables: Object.keys(variables),
    })
    const sealedVariables = sealGivenVariables(keyring, `job:${jobId}`, values)
    // A new number: the job's place in line counts from now, not from when the intent was accepted.
    const number = await takeNumber(tx)
    const [job] = await tx
      .update(jobs)
      .set({ targetId: automationId, number, sealedVariables })
      .where(eq(jobs.id, jobId))
      .returning()
    publishEvent(tx, outbox, {
      ownerId,
      event: 'job.enqueued',
      data: { jobId, type: 'automation', targetId: automationId, status: 'pending' },
      callback: { url: job!.webhookUrl, subjectId: jobId },
    })
    await beginAutomationJob(tx, services, automationId)
    // A job that waits in line is among those that the account may have waiting.
    if (full.waitingRuns && (await hasBegun(tx, jobId))) throw full.waitingRuns
  })
}

async function enqueueGeneration(services: Services, intent: IntentRow): Promise<void> {
  const { db, outbox, work } = services
  await db.transaction(async (tx) => {
    await requireRoom(tx, services, intent.ownerId, 'automations')
    const [generating] = await tx
      .update(intents)
      .set({ status: 'generating' })
      .where(and(eq(intents.id, intent.id), eq(intents.status, 'received')))
      .returning()
    if (!generating) return
    await publishIntentEvent(tx, outbox, intent, 'intent.generation.started', { reason: 'no_match' })
    const data: IntentJob = { intentId: intent.id, ...carryTrace() }
    await enqueueJobs(tx, work, generationQueue.name, [{ ownerId: intent.ownerId, data }])
  })
}

async function fail(services: Services, { id }: IntentRow, failure: IntentFailure): Promise<void> {
  await services.db.transaction((tx) => abandonIntent(tx, services, id, failure))
}

const explainNoMatch = (text: string) =>
  ['No automation does what was asked for', explainLanguage(text, 'matching')].filter(Boolean).join('. ')

function explain(match: Exclude<IntentMatch, Match>): IntentFailure {
  if (match.outcome === 'ambiguous') {
    const candidates = match.candidates.map(({ automationId, name, score }) => ({
      automationId,
      automationName: name,
      score,
    }))
    const names = candidates.map(({ automationName }) => `"${automationName}"`).join(', ')
    const message =
      candidates.length === 1
        ? `Did you mean ${names}? The request does not plainly ask for what it does`
        : `Did you mean one of these: ${names}?`
    return { reason: 'ambiguous', message, candidates }
  }
  const { automationId, name, missing } = match.incomplete!
  return {
    reason: 'missing_values',
    message: `"${name}" needs a value for: ${missing.join(', ')}`,
    candidates: [{ automationId, automationName: name, score: 1 }],
  }
}

async function takeNumber(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ number: string }>(
    sql`select nextval('automation.jobs_number_seq') as number`,
  )
  return Number(rows[0]!.number)
}
