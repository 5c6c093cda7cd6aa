import { attemptHeaders, sendAttempt, webhookSecretContext, type AttemptOutcome } from '@waypost/webhooks'
import type { OpenChannel, Services } from '../services.ts'
import type { Claim } from './claim-deliveries.ts'

/** An attempt that was made. */
export interface Attempt {
  claim: Claim
  outcome: AttemptOutcome
  requestHeaders: Record<string, string>
  endedAt: Date
}

/** Signs and sends. Never throws: a secret that does not open is an outcome too, and is retried like any other. */
export async function makeAttempt(
  { agent, keyring, clock, logger }: Services,
  { channel }: OpenChannel,
  claim: Claim,
): Promise<Attempt> {
  const { deliveryId, webhookId, event, body, url, startedAt, sealedSecret, previousSealedSecret } = claim
  const context = webhookSecretContext(webhookId)
  let requestHeaders: Record<string, string> = {}
  let outcome: AttemptOutcome
  try {
    const secret = keyring.open(sealedSecret, context)
    const previousSecret =
      previousSealedSecret === null ? undefined : keyring.open(previousSealedSecret, context)
    requestHeaders = attemptHeaders(
      channel,
      { deliveryId, event, body, sentAt: startedAt },
      secret,
      previousSecret,
    )
    outcome = await sendAttempt(agent, { url, headers: requestHeaders, body })
  } catch (error) {
    logger.error({ err: error, webhookId }, 'could not sign')
    outcome = { succeeded: false, status: null, error: 'signing_failed', durationMs: 0, responseBody: null }
  }
  return { claim, outcome, requestHeaders, endedAt: new Date(clock.now()) }
}
