import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCursor, writeCursor } from '@waypost/postgres'
import { z } from 'zod'

export interface Page {
  limit: number
  offset: number
}

/** What a list verb answers: one page, which may be shorter than asked for, and how many there are in all. */
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
    limit: wholeNumber
      .pipe(z.number().min(1).max(maxLimit))
      .default(defaultLimit)
      .meta({ type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit }),
    offset: wholeNumber.default(0).meta({ type: 'integer', minimum: 0, default: 0 }),
  })
}

/** Says in headers what an array cannot: the total in `X-Total-Count`, the next page in `Link` (RFC 8288). */
export function announcePage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { items, total }: Paged<unknown>,
): void {
  reply.header('x-total-count', total)
  const shown = items.length
  if (shown > 0 && page.offset + shown < total) announceNextPage(request, reply, page, shown)
}

/**
 * Says in `Link` where the next page is.
 *
 * @param shown how many items this page shows; the next one goes on there
 */
export function announceNextPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, offset }: Page,
  shown: number,
): void {
  const next = new URL(request.url, 'http://localhost')
  next.searchParams.delete('apiKey')
  next.searchParams.set('limit', String(limit))
  next.searchParams.set('offset', String(offset + shown))
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** One page of a list that may grow without bound. */
export interface CursorPage<Item> {
  items: Item[]
  /** How many there are in all, where that is known without counting them. */
  total: number | null
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null
}

/** `pageQuery` and `cursor`, which becomes the id after which to go on: it costs the same at any depth. */
export function cursorQuery(limits: { defaultLimit: number; maxLimit: number }) {
  return pageQuery(limits).extend({ cursor: cursor.optional() })
}

const cursor = z
  .string()
  .refine((text) => readCursor(text) !== undefined, {
    message: 'must be one that an earlier page gave',
    params: { rule: 'matches' },
  })
  .transform((text) => readCursor(text)!)
  .meta({ description: 'From the `Link` of an earlier page' })

/**
 * The page of `limit` items in what was asked for with one more, which tells whether the list goes on.
 *
 * @param rows at most `limit + 1`
 * @param found how many there were before `fitPage` left some out
 */
export function cutPage<Item extends { id: string }>(
  rows: Item[],
  limit: number,
  found = rows.length,
): { items: Item[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  return { items, nextCursor: found > items.length ? writeCursor(items.at(-1)!.id) : null }
}

/** The total where it is known, and the next page by cursor. */
export function announceCursorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, nextCursor }: Pick<CursorPage<unknown>, 'total' | 'nextCursor'>,
): void {
  if (total !== null) reply.header('x-total-count', total)
  if (nextCursor === null) return
  const next = new URL(request.url, 'http://localhost')
  next.searchParams.delete('apiKey')
  next.searchParams.delete('offset')
  next.searchParams.set('cursor', nextCursor)
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}
