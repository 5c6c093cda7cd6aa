import type { Dispatcher } from 'undici'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import type { UpstreamRequest } from './create-upstream-client.ts'
import type { Credentials } from './credentials.ts'
import { UpstreamError } from './upstream-error.ts'
import type { Target, Upstream } from './upstream.ts'

/** A request to a service, and the session that it is made for. */
export interface Asker {
  services: Pick<Services, 'upstreams'>
  credentials: Credentials
  session: Session
}

/**
 * Sends a request to a service with the signed-in account's credential. A credential that the service refuses is
 * replaced. A request without a body is then retried once; a streamed body cannot be sent again.
 *
 * @throws UpstreamError if the service does not answer, or refuses the new credential too
 */
export async function askService(
  { services, credentials, session }: Asker,
  upstream: Upstream,
  { path, credential: kind }: Target,
  request: Omit<UpstreamRequest, 'path'>,
): Promise<Dispatcher.ResponseData> {
  for (const isLast of request.body ? [true] : [false, true]) {
    const { header, invalidate } = await credentials.of(session, kind)
    const [name, value] = header
    const headers = { ...request.headers, [name]: value }
    const answer = await services.upstreams.request(upstream, { ...request, path, headers })
    if (answer.statusCode !== 401) return answer
    await answer.body.dump()
    await invalidate()
    if (isLast) break
  }
  // Not a 401, which the app would take for an ended session.
  throw new UpstreamError(502, `${upstream.title} did not take the sign-in, try again`)
}
