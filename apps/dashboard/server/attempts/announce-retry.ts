import type { FastifyReply, FastifyRequest } from 'fastify'
import { TooManyRequestsError } from './too-many-requests-error.ts'

/** An error handler that sets `Retry-After` on rate-limit errors, and leaves the response to the outer handler. */
export function announceRetry(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfterSeconds)
  throw error
}
