import type { Dispatcher } from 'undici'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import type { UpstreamRequest } from './create-upstream-client.ts'
import type { Credentials } from './credentials.ts'
import { UpstreamError } from './upstream-error.ts'
import type { Target, Upstream } from './upstream.ts'

/** Who asks a service, and for whom. */
export interface Asker {
  services: Pick<Services, 'upstreams'>
  credentials: Credentials
  session: Session
}

/**
 * Asks a service in the name of who is signed in. A credential that the service does not take is replaced; what has no
 * body is then asked once more, for a body is gone as it is passed on.
 *
 * @throws UpstreamError where it does not answer, or does not take the next credential either
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
  // Not a 401: who is signed in here would be taken for signed out.
  throw new UpstreamError(502, `${upstream.title} did not take the sign-in, try again`)
}
