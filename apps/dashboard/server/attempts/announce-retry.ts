import type { FastifyReply, FastifyRequest } from 'fastify'
import { TooManyRequestsError } from './too-many-requests-error.ts'

/** An error handler that says in `Retry-After` when a refusal ends, and leaves the answer to the one around it. */
export function announceRetry(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfterSeconds)
  throw error
}
