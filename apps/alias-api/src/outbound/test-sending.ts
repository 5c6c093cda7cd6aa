import { sql } from 'drizzle-orm'
import type { addAddress } from '../emails/test-emails.ts'
import type { EmailDetail } from '../emails/email.ts'
import type { TestApp } from '../test-app.ts'

export type Address = Awaited<ReturnType<typeof addAddress>>

/** For tests: sends letters from the alias, with the key that there is at the time, and shows what is in the tables. */
export function createSendingClient(
  current: () => { service: TestApp; key: { authorization: string }; address: Address },
) {
  const letter = () => ({
    fromAddressId: current().address.id,
    to: 'bob@example.net',
    subject: 'hello',
    body: 'hello Bob',
  })
  const rows = async <Row extends Record<string, unknown>>(query: string) =>
    (await current().service.database.connectAsOwner().db.execute<Row>(sql.raw(query))).rows
  return {
    letter,
    rows,
    send: (payload: object = letter(), headers: Record<string, string> = current().key) =>
      current().service.app.inject({ method: 'POST', url: '/api/v1/emails', headers, payload }),
    read: async (id: string, headers = current().key) =>
      (await current().service.app.inject({ url: `/api/v1/emails/${id}`, headers })).json<{
        data: EmailDetail
      }>().data,
    count: async (table: string) =>
      Number((await rows<{ count: string }>(`select count(*) from alias.${table}`))[0]!.count),
  }
}
