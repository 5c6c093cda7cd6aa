import { Readable } from 'node:stream'
import type { App } from '@waypost/http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireRecentSignIn } from '../reauthentication/require-recent-sign-in.ts'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { askService } from './ask-service.ts'
import { answerUpstreamError } from './answer-upstream-error.ts'
import { answerHeaders } from './answer-headers.ts'
import { compressOverview } from './compress-overview.ts'
import type { Credentials } from './credentials.ts'
import { needsRecentSignIn } from './needs-recent-sign-in.ts'
import { requestHeaders } from './request-headers.ts'
import { tellAboutKey } from './tell-about-key.ts'
import { targetOf, upstreams, type Target } from './upstream.ts'

/** Says where the services are, and forwards `/automation` and `/alias` to the services' public APIs, authenticated as the signed-in account. */
export function upstreamRoutes(
  app: App,
  services: Services,
  credentials: Credentials,
  { signedIn }: Authentication,
): void {
  app.get('/auth/base-urls', { onRequest: signedIn, schema: { response: { 200: baseUrls } } }, () => ({
    automation: withoutSlash(services.baseUrls.automation),
    alias: withoutSlash(services.baseUrls.alias),
  }))

  const closing = new AbortController()
  // Open event streams would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })

  app.register((routes, _options, done) => {
    // Bodies are forwarded unchanged and validated by the service, except for content types that a form could send.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('application/json', (_request, _payload, parsed) => parsed(null))

    for (const upstream of upstreams) {
      routes.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url: `/${upstream.name}/*`,
        exposeHeadRoute: false,
        onRequest: signedIn,
        errorHandler: answerUpstreamError,
        async handler(request, reply) {
          const target = targetOf(upstream, request.url)
          if (!target) return reply.callNotFound()
          if (needsRecentSignIn(request.method, target)) requireRecentSignIn(services, request.session, reply)
          const gone = new AbortController()
          reply.raw.on('close', () => gone.abort())
          const asker = { services, credentials, session: request.session }
          const { statusCode, headers, body } = await askService(asker, upstream, target, {
            method: request.method,
            headers: requestHeaders(request),
            signal: gone.signal,
            ...(hasBody(request) && { body: bodyOf(request) }),
          })
          if (
            createsKey(request, target) &&
            statusCode === 201 &&
            headers['idempotency-replayed'] === undefined
          )
            await tellAboutKey(services, request.session, upstream, request.ip)
          reply.code(statusCode).headers(answerHeaders(upstream, headers))
          if (statusCode === 204 || statusCode === 304) {
            await body.dump()
            return reply.send()
          }
          if (!String(headers['content-type']).startsWith('text/event-stream'))
            return reply.send(compressOverview(request, reply, target, body))
          return reply.header('connection', 'close').send(Readable.from(untilAborted(body, closing.signal)))
        },
      })
    }
    done()
  })
}

const baseUrls = z.object({ automation: z.url(), alias: z.url() })
/** A base URL as people write it, before the path of a request. */
const withoutSlash = ({ href }: URL): string => href.replace(/\/$/, '')

const createsKey = ({ method }: FastifyRequest, { path }: Target): boolean =>
  method === 'POST' && /^\/api-keys(?:[/?]|$)/.test(path)

/** A service may answer before it has the whole body. The connection of the browser is not closed then, which would lose the answer. */
const bodyOf = ({ raw }: FastifyRequest): Readable =>
  Readable.from(raw.iterator({ destroyOnReturn: false }), { objectMode: false })

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Ends an event stream cleanly when the process stops, so that the browser reconnects to another process. */
async function* untilAborted(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer | string> {
  // The headers are sent at once, so that the browser knows that it is connected.
  yield ':\n\n'
  signal.addEventListener('abort', () => body.destroy())
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
