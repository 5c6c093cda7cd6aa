import type { FastifyReply } from 'fastify'

/** Sets the three rate limit headers of a response. */
export function announceLimit(
  reply: FastifyReply,
  { limit, number, endsAtSeconds }: { limit: number; number: number; endsAtSeconds: number },
): void {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': Math.max(0, limit - number),
    'x-ratelimit-reset': endsAtSeconds,
  })
}
