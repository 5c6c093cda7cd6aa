import { isUtf8 } from 'node:buffer'
import { maxHeaderSize } from 'node:http'
import cors from '@fastify/cors'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { isUnavailable, newId } from '@waypost/postgres'
import { isTracing } from '@waypost/telemetry'
import type { z } from 'zod'
import type { App } from './app.ts'
import { admitLateBodies } from './cells/late-bodies.ts'
import { answerClientError } from './errors/answer-client-error.ts'
import { DomainError, statusOfCode } from './errors/domain-error.ts'
import { findBrokenText } from './errors/find-broken-text.ts'
import { findUnknownParameter } from './errors/find-unknown-parameter.ts'
import { inputIssues } from './errors/input-issues.ts'
import { knownStatus } from './errors/known-status.ts'
import type { Logger } from './observability/logger.ts'
import { redactUrl } from './observability/redact-url.ts'
import type { ErrorForm } from './errors/error-form.ts'
import { RequestLog } from './observability/request-log.ts'
import { responseSerializer } from './requests/response-serializer.ts'
import { isStopping } from './observability/stopping.ts'
import { traceRequests } from './observability/trace-requests.ts'
import { ValidationError } from './errors/validation-error.ts'

export interface AppOptions {
  logger: Logger
  errorForm: ErrorForm
  trustProxy: boolean | string
  corsOrigins: string[]
  /**
   * Called for a URL that no route can match, because hooks do not run for it. An error that it throws is the
   * response.
   */
  onBadUrl?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

const bodyLimitBytes = 1024 * 1024
// Response headers that browsers hide from scripts of other origins by default.
const exposedHeaders = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
]
// Longer than a response takes, shorter than a supervisor waits for the process to stop.
const drainMs = 10_000

/**
 * Creates a Fastify instance with zod validation of requests and responses. Every failure, from a malformed URL to a
 * bug, is answered in the service's own form and without internals.
 */
export function createApp({ logger, errorForm, trustProxy, corsOrigins, onBadUrl }: AppOptions): App {
  const loggerInstance: FastifyBaseLogger = logger
  const app = fastify({
    loggerInstance,
    logController: new RequestLog(logger),
    trustProxy,
    bodyLimit: bodyLimitBytes,
    genReqId: newId,
    // Routes match parameters without regular expressions. An id may be as long as a request's headers; it is then as
    // unknown as any other.
    routerOptions: { maxParamLength: maxHeaderSize },
    frameworkErrors: (failure, request, reply) => {
      // No hook runs for a malformed URL.
      reply.headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': request.id,
      })
      const answer = (cause: FastifyError) => answerError(cause, request, reply, errorForm)
      if (onBadUrl) void onBadUrl(request, reply).then(() => answer(failure), answer)
      else answer(failure)
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, { form: errorForm, logger, id: newId() }),
    // Requests that arrive while the process drains are answered normally; the response closes the connection.
    return503OnClosing: false,
    http: {
      // Some clients offer another protocol with each request, which is answered as any other.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
  }).withTypeProvider<ZodTypeProvider>()

  if (isTracing()) traceRequests(app)
  // JSON only. The route decides whether a body is required, whatever the headers announce. A `__proto__` key is
  // refused, because only an attacker sends one.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null)
    else if (!isUtf8(body)) done(new DomainError('invalid', 'Body is not valid UTF-8'))
    else void parseJson(request, body.toString(), done)
  })
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input) => {
    const { data, error } = schema.safeParse(input)
    return error ? { error: new ValidationError(inputIssues(error.issues, input)) } : { value: data }
  })
  app.setSerializerCompiler(responseSerializer)
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, errorForm))
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send(errorForm.error(404, `Cannot ${request.method} ${redactUrl(request.url)}`))
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const issue =
      findBrokenText(request.body) ?? findBrokenText(request.query) ?? findUnknownParameter(request)
    done(issue && (new ValidationError([issue]) as never))
  })
  admitLateBodies(app)
  // While the process stops, each response closes its connection, so that the client opens the next one elsewhere.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close')
    // Responses are personal; a cacheable one sets its own header.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    // The `reqId` of the log. A response that is passed on keeps the id of the service that it is from.
    if (!reply.hasHeader('x-request-id')) reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('preClose', (done) => {
    // To Node, a connection without any request, as browsers open ahead, is not idle.
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
    done()
  })
  if (corsOrigins.length > 0) app.register(cors, { origin: corsOrigins, exposedHeaders, maxAge: 600 })
  return app
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  form: ErrorForm,
): void {
  if (error instanceof ValidationError) {
    reply.code(400).send(form.validation(error.issues))
  } else if (error instanceof DomainError) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
    send(statusOfCode[error.code], error.message)
  } else if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    // Fastify's own errors: malformed JSON, a body over the limit, an unsupported media type. Some repeat the URL.
    send(error.statusCode, redactUrl(error.message))
  } else if (form.statuses?.includes(503) && isUnavailable(error)) {
    request.log.error({ err: error }, 'the database does not answer')
    send(503, 'Service temporarily unavailable')
  } else {
    request.log.error({ err: error }, 'unexpected error')
    send(500, 'Internal Server Error')
  }

  function send(status: number, message: string): void {
    const known = knownStatus(form, status)
    reply.code(known).send(form.error(known, message))
  }
}
