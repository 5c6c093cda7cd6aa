import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { inputIssues } from '../errors/input-issues.ts'
import { announcePage, cursorQuery, cutPage, pageQuery, type Page } from './page.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })

test.each([
  [{}, { limit: 20, offset: 0 }],
  [{ limit: '1' }, { limit: 1, offset: 0 }],
  [
    { limit: '100', offset: '999999999' },
    { limit: 100, offset: 999_999_999 },
  ],
])('the query %j is parsed as %j', (query, asked) => {
  expect(page.parse(query)).toEqual(asked)
})

test.each([
  [{ limit: '0' }, 'limit must not be less than 1'],
  [{ limit: '101' }, 'limit must not be greater than 100'],
  [{ limit: '1.5' }, 'limit must be an integer number'],
  [{ limit: '-1' }, 'limit must be an integer number'],
  [{ limit: '' }, 'limit must be an integer number'],
  [{ limit: ['1', '2'] }, 'limit must be a string'],
  [{ offset: '1e3' }, 'offset must be an integer number'],
  [{ offset: '9999999999' }, 'offset must be an integer number'],
])('the query %j is refused: %s', (query, message) => {
  const issues = inputIssues(page.safeParse(query).error!.issues, query)
  expect(issues.map((issue) => issue.message)).toEqual([message])
})

function announced(url: string, asked: Page, shown: number, total: number): Record<string, unknown> {
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => (headers[name] = value) }
  announcePage({ url } as FastifyRequest, reply as unknown as FastifyReply, asked, {
    items: Array.from({ length: shown }),
    total,
  })
  return headers
}

test('the next page is linked, with the rest of the query unchanged and without the key', () => {
  expect(announced('/things?status=new%20ones&apiKey=gfac_1&limit=2', { limit: 2, offset: 4 }, 2, 7)).toEqual(
    {
      'x-total-count': 7,
      link: '</things?status=new+ones&limit=2&offset=6>; rel="next"',
    },
  )
})

test('the next page starts where a shortened page ended', () => {
  expect(announced('/things', { limit: 20, offset: 40 }, 3, 100).link).toBe(
    '</things?limit=20&offset=43>; rel="next"',
  )
})

test.each([
  [2, 4, 2, 6],
  [20, 0, 0, 0],
  [20, 0, 20, 20],
  [20, 500, 0, 10],
  [20, 5, 0, 10],
])('the last page has no link: limit %i, offset %i, shown %i, total %i', (limit, offset, shown, total) => {
  expect(announced('/things', { limit, offset }, shown, total)).toEqual({ 'x-total-count': total })
})

const byCursor = cursorQuery({ defaultLimit: 20, maxLimit: 100 })

test('the cursor of a page continues after its last item', () => {
  const rows = Array.from({ length: 3 }, () => ({ id: newId() }))
  const { items, nextCursor } = cutPage(rows, 2)
  expect(items).toEqual(rows.slice(0, 2))
  expect(byCursor.parse({ cursor: nextCursor })).toEqual({ limit: 20, offset: 0, cursor: rows[1]!.id })
  expect(cutPage(rows, 3)).toEqual({ items: rows, nextCursor: null })
  expect(byCursor.parse({ cursor: cutPage(rows, 3, 4).nextCursor }).cursor).toBe(rows[2]!.id)
})

test.each(['', 'x', newId(), 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}+`])(
  'an invalid cursor is refused: %j',
  (cursor) => {
    expect(byCursor.safeParse({ cursor }).success).toBe(false)
  },
)
