import type { FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import type { Services } from '../services.ts'
import type { Credentials } from './credentials.ts'
import { requestHeaders } from './request-headers.ts'
import { UpstreamError } from './upstream-error.ts'
import type { Target, Upstream } from './upstream.ts'

/**
 * Passes a request on in the name of who is signed in. A credential that the service does not take is replaced; what
 * has no body is then asked once more, for a body is gone as it is passed on.
 *
 * @param signal ends when nobody waits for the answer any more
 */
export async function forwardRequest(
  { services, credentials }: { services: Services; credentials: Credentials },
  upstream: Upstream,
  target: Target,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { method, session, raw } = request
  const body = hasBody(request) ? raw : undefined
  for (const isLast of body ? [true] : [false, true]) {
    const {
      header: [header, value],
      forget,
    } = await credentials.of(session, target.credential)
    const answer = await services.upstreams.request(upstream, {
      method,
      path: target.path,
      headers: { ...requestHeaders(request), [header]: value },
      signal,
      ...(body && { body }),
    })
    if (answer.statusCode !== 401) return answer
    await answer.body.dump()
    await forget()
    if (isLast) break
  }
  // Not a 401: who is signed in here would be taken for signed out.
  throw new UpstreamError(502, `${upstream.title} did not take the sign-in, try again`)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
