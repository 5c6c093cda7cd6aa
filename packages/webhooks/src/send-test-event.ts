import { eq } from 'drizzle-orm'
import { newId, type Clock, type Db } from '@waypost/postgres'
import { attemptHeaders } from './attempt-headers.ts'
import type { Agent } from './client/create-agent.ts'
import type { Channel } from './channel.ts'
import { eventBody } from './publish-event.ts'
import { formatBody } from './formats/format-body.ts'
import type { WebhookFormat } from './formats/webhook-format.ts'
import { redactHeaders, redactOutcome } from './headers/redact-headers.ts'
import type { WebhookHeaders } from './headers/webhook-headers.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { sendAttempt, type AttemptOutcome } from './send-attempt.ts'
import { webhookTables } from './tables.ts'
import { traceAttempt } from './trace-attempt.ts'

/**
 * Sends one event at once and only once, whatever the webhook subscribes to, from the caller's process instead of the dispatcher. It is logged as
 * a delivery, and its outcome counts, unless a fault of ours has prevented it: then it is cancelled.
 *
 * @param webhook with its secret and headers opened, and the previous secret while that is still valid
 */
export async function sendTestEvent({
  db,
  clock,
  agent,
  channel,
  webhook,
  event,
  data,
}: {
  db: Db
  clock: Clock
  agent: Agent
  channel: Channel
  webhook: {
    id: string
    ownerId: string
    url: string
    secret: string
    previousSecret?: string | undefined
    headers?: WebhookHeaders | undefined
    format: WebhookFormat | null
  }
  event: string
  data: object
}): Promise<AttemptOutcome> {
  const { headers } = webhook
  const { deliveries, deliveryAttempts } = webhookTables(channel.service)
  const deliveryId = newId()
  const startedAt = new Date(clock.now())
  const envelope = eventBody(channel, event, startedAt, data)
  const body = formatBody(webhook.format, envelope)
  await db.transaction(async (tx) => {
    // Failed until it is known to have succeeded: nothing would continue it if this process died.
    const ended = { status: 'failed' as const, failedAttempts: 0, endedAt: startedAt }
    await tx.insert(deliveries).values({
      ...ended,
      id: deliveryId,
      ownerId: webhook.ownerId,
      webhookId: webhook.id,
      event,
      body: envelope,
      createdAt: startedAt,
    })
    await tx.insert(deliveryAttempts).values({ deliveryId, number: 1, startedAt })
  })

  let requestHeaders: Record<string, string> = {}
  const outcome = await traceAttempt({ url: webhook.url, number: 1 }, () => {
    requestHeaders = attemptHeaders(
      channel,
      { deliveryId, event, body, sentAt: startedAt, headers },
      webhook.secret,
      webhook.previousSecret,
    )
    return sendAttempt(agent, { url: webhook.url, headers: requestHeaders, body })
  })
  if (outcome.ownFault) {
    const { error, durationMs } = outcome
    await db.transaction(async (tx) => {
      await tx.update(deliveries).set({ status: 'cancelled' }).where(eq(deliveries.id, deliveryId))
      await tx
        .update(deliveryAttempts)
        .set({ error, durationMs })
        .where(eq(deliveryAttempts.deliveryId, deliveryId))
    })
    return outcome
  }
  const attempt = {
    deliveryId,
    webhookId: webhook.id,
    round: 1,
    number: 1,
    startedAt,
    endedAt: new Date(clock.now()),
  }
  const logged = {
    requestHeaders: redactHeaders(requestHeaders, headers),
    outcome: redactOutcome(outcome, headers),
  }
  await recordOutcomes(db, channel, [{ ...attempt, ...logged, nextAttemptAt: null }])
  return outcome
}
