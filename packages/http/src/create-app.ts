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
  /** What a URL that no route can be found for is put through, since hooks do not see it. What it throws is answered. */
  onBadUrl?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

const bodyLimitBytes = 1024 * 1024
// What a browser would else keep from who asks.
const exposedHeaders = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Total-Count',
]
// Longer than an answer takes, shorter than whoever stops the process waits.
const drainMs = 10_000

/**
 * A Fastify instance with zod validation of requests and responses, in which every failure, from a malformed URL to
 * a bug, is answered in the service's own form and tells nothing of the inside.
 */
export function createApp({ logger, errorForm, trustProxy, corsOrigins, onBadUrl }: AppOptions): App {
  const loggerInstance: FastifyBaseLogger = logger
  const app = fastify({
    loggerInstance,
    logController: new RequestLog(logger),
    trustProxy,
    bodyLimit: bodyLimitBytes,
    genReqId: newId,
    // No route matches a parameter by regular expression: an id may be as long as the header that brings it, and is
    // then as unknown as any other.
    routerOptions: { maxParamLength: maxHeaderSize },
    frameworkErrors: (failure, request, reply) => {
      // No hook runs for a URL that cannot be read.
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      const answer = (told: FastifyError) => answerError(told, request, reply, errorForm)
      if (onBadUrl) void onBadUrl(request, reply).then(() => answer(failure), answer)
      else answer(failure)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, errorForm),
    // What comes in while the process drains is answered like anything else; the answer closes the connection.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>()

  if (isTracing()) traceRequests(app)
  // JSON and nothing else. Whether there must be a body is the route's to say, whatever a header announces.
  // A `__proto__` in it means that somebody is trying something.
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
  // Who keeps a connection is told in time to open the next one to somebody else.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close')
    // Answers are somebody's own; what may be kept says so itself.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  app.addHook('preClose', (done) => {
    // A connection on which nobody ever asks anything, as browsers open them ahead, is not idle to Node.
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
    send(statusOfCode[error.code], error.message)
  } else if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    // Fastify's own: malformed JSON, a body over the limit, a media type that nobody reads. Some repeat the URL.
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
