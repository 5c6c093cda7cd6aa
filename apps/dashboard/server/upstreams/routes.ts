import { Readable } from 'node:stream'
import type { App } from '@waypost/http'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { askService } from './ask-service.ts'
import { answerUpstreamError } from './answer-upstream-error.ts'
import { answerHeaders } from './answer-headers.ts'
import type { Credentials } from './credentials.ts'
import { requestHeaders } from './request-headers.ts'
import { targetOf, upstreams } from './upstream.ts'

/** The services' public APIs below `/automation` and `/alias`, in the name of who is signed in. */
export function upstreamRoutes(
  app: App,
  services: Services,
  credentials: Credentials,
  { signedIn }: Authentication,
): void {
  const closing = new AbortController()
  // Event streams would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })

  app.register((routes, _options, done) => {
    // Bodies go through as they come; what they may be is the service's to say, but nothing a form could send.
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
          const gone = new AbortController()
          reply.raw.on('close', () => gone.abort())
          const asker = { services, credentials, session: request.session }
          const { statusCode, headers, body } = await askService(asker, upstream, target, {
            method: request.method,
            headers: requestHeaders(request),
            signal: gone.signal,
            ...(hasBody(request) && { body: request.raw }),
          })
          reply.code(statusCode).headers(answerHeaders(upstream, headers))
          if (statusCode === 204 || statusCode === 304) {
            await body.dump()
            return reply.send()
          }
          if (!String(headers['content-type']).startsWith('text/event-stream')) return reply.send(body)
          return reply.header('connection', 'close').send(Readable.from(untilAborted(body, closing.signal)))
        },
      })
    }
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** An event stream that ends well when the process stops, for the browser to come back to another one. */
async function* untilAborted(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer | string> {
  // The head leaves with the first bytes: the browser is to know at once that it is connected.
  yield ':\n\n'
  signal.addEventListener('abort', () => body.destroy())
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
