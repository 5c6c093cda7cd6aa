import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import { isGivenAway } from '../cells/hand-over.ts'
import { redactUrl } from './redact-url.ts'
import { createBulkLogger, type Logger, type WriteLine } from './logger.ts'
import { traceOf } from './trace-requests.ts'

const probes = new Set(['/healthz', '/readyz'])

/**
 * Logs each request in one line when its response was sent, except for probes. Written one by one, these lines would
 * be a fifth of the work of a response, so they are written in bulk. They contain the fields below and no secret.
 */
export class RequestLog extends LogController {
  readonly #write: WriteLine

  constructor(logger: Logger) {
    super({ disableRequestLogging: ({ url }) => probes.has(url) })
    this.#write = createBulkLogger(String(logger.bindings()['process']), logger.level)
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request) || isGivenAway(request)) return
    const { id, method, url, ip } = request
    const { statusCode, elapsedTime } = reply
    const trace = traceOf(request)
    if (error)
      reply.log.error(
        { ...trace, req: request, res: reply, responseTime: elapsedTime, err: error },
        'request',
      )
    else {
      const req = { method, url: redactUrl(url), ip }
      this.#write({ ...trace, reqId: id, req, res: { statusCode }, responseTime: elapsedTime }, 'request')
    }
  }
}
