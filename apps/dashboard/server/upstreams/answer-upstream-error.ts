import { standardErrorForm } from '@waypost/http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { UpstreamError } from './upstream-error.ts'

/** An error handler that reports which service does not answer, and leaves other errors to the outer handler. */
export function answerUpstreamError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof UpstreamError)) throw error
  const { status, message, cause } = error
  // If the client disconnected, nobody is there to receive a response.
  if (!reply.raw.destroyed) request.log.warn({ err: cause ?? error }, 'a service did not answer')
  reply.code(status).send(standardErrorForm.error(status, message))
}
