import type { FastifyReply, FastifyRequest } from 'fastify'
import { cursorPattern, readCursor, writeCursor } from '@waypost/postgres'
import { z } from 'zod'

export interface Page {
  limit: number
  offset: number
}

/** One page of a list, which may be shorter than its limit, and the total. */
export interface Paged<Item> {
  items: Item[]
  total: number
}

const largestNumber = 999_999_999

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
    offset: wholeNumber.default(0).meta({ type: 'integer', minimum: 0, maximum: largestNumber, default: 0 }),
  })
}

/** Sets the headers that complete an array: the total in `X-Total-Count`, the next page in `Link` (RFC 8288). */
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
 * Links the next page in `Link`.
 *
 * @param shown how many items this page has; the next page starts after them
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

/** One page of a list without a bound. */
export interface CursorPage<Item> {
  items: Item[]
  /** The total, where it is known without counting. */
  total: number | null
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null
}

/** `pageQuery` with `cursor`, which becomes the id to continue after: it costs the same at any depth. */
export function cursorQuery(limits: { defaultLimit: number; maxLimit: number }) {
  return pageQuery(limits).extend({ cursor: cursor.optional() })
}

const cursor = z
  .string()
  .refine((text) => readCursor(text) !== undefined, {
    message: 'must be the cursor of an earlier page',
    params: { rule: 'matches' },
  })
  .transform((text) => readCursor(text)!)
  .meta({ description: 'The cursor from the `Link` of an earlier page', pattern: cursorPattern.source })

/**
 * Cuts a page of `limit` items out of rows that were selected with one more, which says whether the list goes on.
 *
 * @param rows at most `limit + 1`
 * @param found how many rows there were before `fitPage` left some out
 */
export function cutPage<Item extends { id: string }>(
  rows: Item[],
  limit: number,
  found = rows.length,
): { items: Item[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  return { items, nextCursor: found > items.length ? writeCursor(items.at(-1)!.id) : null }
}

/** Sets the headers of a page by cursor: the total where it is known, and the next page. */
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
