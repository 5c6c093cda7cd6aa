import { DomainError } from '@waypost/http'
import {
  getWebhook,
  openHeaders,
  sendTestEvent,
  webhookSecretContext,
  type OwnFault,
} from '@waypost/webhooks'
import { eventDescriptions } from '../event-descriptions.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, ApiServices } from '../services.ts'

const unsent: Record<OwnFault, string> = {
  dns: 'The test was not sent, because DNS does not answer here. That is not a fault of the target URL.',
  resources:
    'The test was not sent, because this service is overloaded. That is not a fault of the target URL.',
}

/**
 * Sends one `webhook.test`, or the example of another event, at once, and returns the receiver's response. It is logged and
 * counted like any other.
 */
export async function testWebhook(
  services: ApiServices,
  actor: Actor,
  id: string,
  event: keyof typeof eventDescriptions = 'webhook.test',
): Promise<{ status: number }> {
  const { db, clock, keyring, agent, outbox } = services
  const webhook = await getWebhook(services, actor, id)
  await recordChange(db, services, actor, 'webhook.tested', id)
  const { sealedSecret, previousSealedSecret, previousSecretUntil, sealedHeaders } = webhook
  const open = (sealed: string) => keyring.open(sealed, webhookSecretContext(id))
  const { status, error, ownFault } = await sendTestEvent({
    db,
    clock,
    agent,
    channel: outbox.channel,
    webhook: {
      ...webhook,
      secret: open(sealedSecret),
      previousSecret:
        previousSealedSecret && previousSecretUntil! > new Date(clock.now())
          ? open(previousSealedSecret)
          : undefined,
      headers: openHeaders(keyring, id, sealedHeaders),
    },
    event,
    data:
      event === 'webhook.test'
        ? { message: `Test of webhook "${webhook.name}"`, webhookId: id }
        : eventDescriptions[event].example,
  })
  if (ownFault) throw new DomainError('unavailable', unsent[ownFault], { retryAfterSeconds: 10 })
  if (status === null) throw new DomainError('bad_gateway', `The target URL did not answer: ${error}`)
  return { status }
}
