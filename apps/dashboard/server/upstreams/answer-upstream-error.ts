import { standardErrorForm } from '@waypost/http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { UpstreamError } from './upstream-error.ts'

/** An error handler that says which service does not answer, and leaves the rest to the one around it. */
export function answerUpstreamError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof UpstreamError)) throw error
  const { status, message, cause } = error
  // Nobody is there to be told where the cause is that they left.
  if (!reply.raw.destroyed) request.log.warn({ err: cause ?? error }, 'a service did not answer')
  reply.code(status).send(standardErrorForm.error(status, message))
}
