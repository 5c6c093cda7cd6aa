import type { Services } from '../services.ts'
import { signToken, type TokenSubject } from '../tokens/sign-token.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import { automation } from '../upstreams/upstream.ts'

const tokenTtlSeconds = 60

/** Deletes a key at the automation service. A key that does not exist any more is no error. */
export async function deleteAutomationKey(
  services: Services,
  account: TokenSubject,
  keyId: string,
): Promise<void> {
  const { statusCode, body } = await services.upstreams.request(automation, {
    method: 'DELETE',
    path: `/api-keys/${encodeURIComponent(keyId)}`,
    headers: { authorization: `Bearer ${await signToken(services, account, tokenTtlSeconds)}` },
  })
  await body.dump()
  if (statusCode === 204 || statusCode === 404) return
  throw new UpstreamError(502, `${automation.title} did not delete a key (${statusCode})`)
}
