import type { FastifyReply } from 'fastify'

/** Adds Retry-After to the answer of an error that says how long to wait. */
export function announceWait(reply: Pick<FastifyReply, 'header'>) {
  return (error: unknown): never => {
    const { retryAfterSeconds } = (error ?? {}) as { retryAfterSeconds?: number | undefined }
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    throw error
  }
}
