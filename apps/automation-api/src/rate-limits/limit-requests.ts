import type { FastifyReply } from 'fastify'
import { createBatcher } from '@waypost/concurrency'
import { DomainError } from '@waypost/http'
import type { ApiServices } from '../services.ts'
import { countRequests, type Counted } from './count-requests.ts'

/**
 * Counts a request of an account, shows the remaining requests in its response, and refuses it when there are none.
 */
export type LimitRequests = (
  reply: FastifyReply,
  caller: { ownerId: string; keyId: string | null },
) => Promise<void>

export const rateLimitExceeded = (limit: number, leftSeconds: number): string =>
  `Rate limit exceeded: ${limit} requests a minute; all are used, and the limit resets in ${leftSeconds} s`

const batches = { concurrency: 4, maxItems: 200 }

/**
 * An account's keys share one limit per minute, over all replicas. The account's owner in the dashboard has another
 * one of the same size, so that a program does not lock its owner out.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ for the headers
 */
export function createRequestLimit({ db, limits }: Pick<ApiServices, 'db' | 'limits'>): LimitRequests {
  const count = createBatcher((buckets: string[]) => countRequests(db, buckets), batches)
  return async (reply, { ownerId, keyId }) => {
    const { number, leftSeconds, ownLimit } = await count(`${keyId === null ? 'person' : 'keys'}:${ownerId}`)
    const limit = ownLimit ?? limits.requestsPerMinute
    announce(reply, limit, { number, leftSeconds })
    if (number <= limit) return
    reply.header('retry-after', leftSeconds)
    throw new DomainError('rate_limited', rateLimitExceeded(limit, leftSeconds))
  }
}

function announce(
  reply: FastifyReply,
  limit: number,
  { number, leftSeconds }: Pick<Counted, 'number' | 'leftSeconds'>,
): void {
  reply.headers({
    'ratelimit-policy': `"requests";q=${limit};w=60`,
    ratelimit: `"requests";r=${Math.max(0, limit - number)};t=${leftSeconds}`,
  })
}
