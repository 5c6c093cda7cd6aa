import type { Services } from '../services.ts'
import { signToken, type TokenSubject } from '../tokens/sign-token.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import { automation } from '../upstreams/upstream.ts'
import { createdKey, keyName, keyScopes, keyTtlMs, type AutomationKey } from './automation-key.ts'

const tokenTtlSeconds = 60

/** Creates a key at the automation service for the signed-in account. */
export async function makeAutomationKey(services: Services, account: TokenSubject): Promise<AutomationKey> {
  const expiresAt = new Date(services.clock.now() + keyTtlMs)
  const { statusCode, body } = await services.upstreams.request(automation, {
    method: 'POST',
    path: '/api-keys',
    headers: {
      authorization: `Bearer ${await signToken(services, account, tokenTtlSeconds)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: keyName, scopes: keyScopes, expiresAt: expiresAt.toISOString() }),
  })
  if (statusCode !== 201) {
    await body.dump()
    throw new UpstreamError(502, `${automation.title} did not take the sign-in (${statusCode})`)
  }
  const { apiKey, rawKey } = createdKey.parse(await body.json())
  return { keyId: apiKey._id, rawKey, expiresAt }
}
