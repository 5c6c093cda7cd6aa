import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import type { EmailDetail, ListedEmail } from '../emails/email.ts'
import type { TestApp } from '../testing/test-app.ts'

/** For tests: Ada's mail as a live key of hers sees it, and as the tables have it. */
export async function openMailbox(service: TestApp) {
  const key = await service.key('ada')
  const ask = async (path: string) => service.app.inject({ url: `/api/v1${path}`, headers: key })
  const list = async (headers: Record<string, string> = key) => {
    const response = await service.app.inject({
      url: '/api/v1/emails',
      headers,
    })
    return response.json<{ data: ListedEmail[]; total: number }>()
  }
  return {
    list,
    listed: (count = 1, headers?: Record<string, string>) =>
      waitFor(`${count} emails`, async () => {
        const { data } = await list(headers)
        return data.length >= count && data
      }),
    read: async (id: string) => (await ask(`/emails/${id}`)).json<{ data: EmailDetail }>().data,
    download: async (path: string) => (await ask(`/emails/${path}`)).rawPayload,
    request: async (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
      service.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: key,
        ...(payload && { payload }),
      }),
    count: async (table: string) => {
      const owner = service.database.connectAsOwner().db
      const { rows } = await owner.execute<{ count: string }>(
        sql`select count(*) from ${sql.raw(`alias.${table}`)}`,
      )
      return Number(rows[0]!.count)
    },
    /** The id of the only accepted message. */
    findMessage: async () => {
      const owner = service.database.connectAsOwner().db
      const { rows } = await owner.execute<{ id: string }>(sql`select id from alias.messages`)
      return rows[0]!.id
    },
  }
}
