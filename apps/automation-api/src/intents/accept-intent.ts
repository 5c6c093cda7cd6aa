import { enqueueJobs } from '@waypost/work-queues'
import { checkReceiverUrl } from '@waypost/http'
import { newId } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { deriveFallbackSecret, prepareCallback } from '@waypost/webhooks'
import type { z } from 'zod'
import { findTimeZone } from '../accounts/find-time-zone.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { intents, jobs } from '../db/job-tables.ts'
import { sealGivenVariables } from '../executions/given-variables.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Actor, ApiServices } from '../services.ts'
import type { newIntent } from './intent.ts'
import { matchQueue } from './intent-queues.ts'
import { publishIntentEvent } from './publish-intent-event.ts'

export interface AcceptedIntent {
  intentId: string
  jobId: string
  status: 'received'
}

/**
 * Accepts a request in plain language; a runner will match it.
 *
 * @param mayGenerate - Whether a draft may be generated where no automation matches.
 */
export async function acceptIntent(
  services: ApiServices,
  actor: Actor,
  { text, webhookUrl, variables = {}, timeZone }: z.infer<typeof newIntent>,
  mayGenerate: boolean,
): Promise<AcceptedIntent> {
  const { db, clock, keyring, outbox, egress, work } = services
  const { ownerId, keyId, ip } = actor
  if (webhookUrl !== undefined) checkReceiverUrl(egress, 'webhookUrl', webhookUrl)
  const [intentId, jobId] = [newId(), newId()]
  const createdAt = new Date(clock.now())
  return db.transaction(async (tx) => {
    await requireRoom(tx, services, ownerId, 'runMinutesPerDay', 'waitingIntents', 'waitingJobs')
    const sealedVariables = sealGivenVariables(keyring, `job:${jobId}`, variables)
    const type = 'automation'
    await tx.insert(jobs).values({ id: jobId, ownerId, type, webhookUrl, sealedVariables, createdAt })
    const [row] = await tx
      .insert(intents)
      .values({ id: intentId, ownerId, jobId, text, mayGenerate, keyId, ip, createdAt })
      .returning()
    if (webhookUrl !== undefined) {
      const secret = deriveFallbackSecret(services.fallbackSecret, ownerId)
      await prepareCallback(tx, services, outbox.channel, { ownerId, url: webhookUrl, secret })
    }
    await publishIntentEvent(tx, outbox, row!, 'intent.received', {})
    await recordChange(tx, services, actor, 'intent.accepted', intentId)
    const zone = timeZone ?? (await findTimeZone(tx, ownerId))
    await enqueueJobs(tx, work, matchQueue.name, [
      { ownerId, data: { intentId, ...(zone !== null && { timeZone: zone }), ...carryTrace() } },
    ])
    return { intentId, jobId, status: 'received' }
  })
}
