import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { publishEvent, type automationChannel } from '@waypost/webhooks'
import type { z } from 'zod'
import { jobs } from '../db/job-tables.ts'
import type { Services } from '../services.ts'
import type { IntentRow } from './intent.ts'

type Events = typeof automationChannel.events
type IntentEvent = Extract<keyof Events, `intent.${string}`>
type Found<Event extends IntentEvent> = Omit<z.input<Events[Event]>, 'intentId' | 'jobId' | 'text'>

/** Sends an intent's progress to its URL and to webhooks. */
export async function publishIntentEvent<Event extends IntentEvent>(
  tx: Db,
  outbox: Services['outbox'],
  { id, ownerId, jobId, text }: Pick<IntentRow, 'id' | 'ownerId' | 'jobId' | 'text'>,
  event: Event,
  found: Found<Event>,
): Promise<void> {
  const [job] = await tx.select({ url: jobs.webhookUrl }).from(jobs).where(eq(jobs.id, jobId))
  const callback = { url: job!.url, subjectId: jobId }
  const data = { intentId: id, jobId, text, ...found }
  publishEvent<Events, IntentEvent>(tx, outbox, { ownerId, event, data, callback })
}
