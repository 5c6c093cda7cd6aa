import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

export interface Page {
  limit: number
  offset: number
}

/** What a list verb answers: one page, and how many there are in all. */
export interface Paged<Item> {
  items: Item[]
  total: number
}

const wholeNumber = z
  .string()
  .refine((text) => /^\d{1,9}$/.test(text), {
    message: 'must be an integer number',
    params: { rule: 'isInt' },
  })
  .transform(Number)

/** `limit` and `offset` of a query. */
export function pageQuery({ defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number }) {
  return z.object({
    limit: wholeNumber.pipe(z.number().min(1).max(maxLimit)).default(defaultLimit),
    offset: wholeNumber.default(0),
  })
}

/** Says in headers what an array cannot: the total in `X-Total-Count`, the next page in `Link` (RFC 8288). */
export function announcePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, offset }: Page,
  total: number,
): void {
  reply.header('x-total-count', total)
  if (offset + limit >= total) return
  const next = new URL(request.url, 'http://localhost')
  next.searchParams.delete('apiKey')
  next.searchParams.set('limit', String(limit))
  next.searchParams.set('offset', String(offset + limit))
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}
