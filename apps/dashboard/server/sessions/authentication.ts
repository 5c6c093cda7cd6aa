import { DomainError, type App } from '@waypost/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { requireRecentSignIn } from '../reauthentication/require-recent-sign-in.ts'
import type { Services } from '../services.ts'
import { findSession } from './find-session.ts'
import { isSameOrigin } from './is-same-origin.ts'
import { createSessionCookie, type SessionCookie } from './session-cookie.ts'
import type { Session } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `signedIn`. */
    session: Session
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface Authentication {
  cookie: SessionCookie
  /** The cookie by which a browser is recognised. It stays when the user signs out. */
  browserCookie: Pick<SessionCookie, 'read' | 'write'>
  /** Allows only requests of this app's own pages. */
  sameOrigin: Hook
  /** Requires a session and a request of this app's own pages, before the body is read. */
  signedIn: Hook
  /** The same as `signedIn`, and requires that its user has shown who they are a short while ago. */
  recentlySignedIn: Hook
  /** Reads the session, if there is one, on routes that do not require it. */
  findSession(request: FastifyRequest, reply: FastifyReply): Promise<Session | undefined>
  /** The same as `signedIn` for a request that opens a WebSocket, and the headers of its response. */
  signedInUpgrade(
    request: IncomingMessage,
  ): Promise<{ session: Session; answerHeaders: Record<string, string> }>
}

export function registerAuthentication(app: App, services: Services): Authentication {
  app.decorateRequest('session')
  const { publicUrl, clock } = services
  const cookie = createSessionCookie(publicUrl.protocol === 'https:', clock.now)

  const browserCookie = createSessionCookie(publicUrl.protocol === 'https:', clock.now, 'waypost-browser')

  const sameOrigin: Hook = async (request) => {
    if (!isSameOrigin(request, publicUrl.origin))
      throw new DomainError('forbidden', 'Requests from other origins are refused')
  }
  const find: Authentication['findSession'] = async (request, reply) => {
    const token = cookie.read(request)
    const found = token === undefined ? undefined : await findSession(services, token)
    if (found?.nextToken !== undefined) cookie.write(reply, found.nextToken, found.session.expiresAt)
    return found?.session
  }
  const signedIn: Hook = async (request, reply) => {
    await sameOrigin(request, reply)
    const session = await find(request, reply)
    if (!session) throw new DomainError('unauthenticated', 'Not signed in')
    request.session = session
  }
  return {
    cookie,
    browserCookie,
    sameOrigin,
    findSession: find,
    signedIn,
    async recentlySignedIn(request, reply) {
      await signedIn(request, reply)
      requireRecentSignIn(services, request.session, reply)
    },
    async signedInUpgrade({ headers }) {
      // Browsers let every page open a WebSocket to any server, with its cookies: it counts as a request that changes things.
      if (!isSameOrigin({ method: 'POST', headers, host: headers.host ?? '' }, publicUrl.origin))
        throw new DomainError('forbidden', 'Requests from other origins are refused')
      const token = cookie.read({ headers })
      const found = token === undefined ? undefined : await findSession(services, token)
      if (!found) throw new DomainError('unauthenticated', 'Not signed in')
      const { session, nextToken } = found
      const answerHeaders: Record<string, string> = {}
      if (nextToken !== undefined)
        answerHeaders['Set-Cookie'] = cookie.serialize(nextToken, session.expiresAt)
      return { session, answerHeaders }
    },
  }
}
