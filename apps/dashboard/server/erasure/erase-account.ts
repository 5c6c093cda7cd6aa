import { deleteAutomationKey } from '../automation-keys/delete-automation-key.ts'
import { makeAutomationKey } from '../automation-keys/make-automation-key.ts'
import type { Services } from '../services.ts'
import { signToken } from '../tokens/sign-token.ts'
import { eraseHolding } from './erase-holding.ts'
import { actingHoldings, restingHoldings } from './holdings.ts'

const tokenTtlSeconds = 10 * 60

/**
 * Deletes an account's data at the services with the account's own credentials. Safe to repeat.
 *
 * @throws UpstreamError if a service does not answer or refuses
 */
export async function eraseAccount(
  services: Services,
  // The e-mail address is already deleted, so the token does not contain it.
  account: { id: string; tokenEpoch: number },
): Promise<void> {
  const token = await signToken(services, account, tokenTtlSeconds)
  const byToken = { authorization: `Bearer ${token}` }
  for (const holding of actingHoldings) await eraseHolding(services, holding, byToken)

  const { rawKey, keyId } = await makeAutomationKey(services, account)
  for (const holding of restingHoldings) {
    const headers = holding.credential === 'key' ? { 'x-api-key': rawKey } : byToken
    await eraseHolding(services, holding, headers)
  }
  await deleteAutomationKey(services, account, keyId)
}
