import { pino, stdSerializers, type Logger } from 'pino'

export type { Logger }

/** What must never be read in a log, wherever it stands in a line. */
const secrets = [
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'req.headers.cookie',
  '*.secret',
  '*.rawKey',
  '*.password',
  '*.token',
  '*.refreshToken',
]

/** A JSON logger for one process. Credentials are redacted, in URLs too. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    level,
    base: { process: name, pid: process.pid },
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: {
      err: serializeError,
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        url: redactUrl(request.url),
        ip: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
  })
}

/** Blanks the credentials that a query may carry. */
export function redactUrl(url: string): string {
  return url.replaceAll(/([?&](?:apiKey|token)=)[^&#]*/gi, '$1[redacted]')
}

/** The wrapper that drizzle puts around a failed query repeats its parameters, and they may be anybody's secrets. */
function serializeError(error: Error): unknown {
  const told = error.name === 'DrizzleQueryError' || 'params' in error ? error.cause : error
  if (!(told instanceof Error)) return { message: 'a query failed' }
  const { type, message, stack } = stdSerializers.err(told)
  return { type, message, stack, ...('code' in told && { code: told.code }) }
}
