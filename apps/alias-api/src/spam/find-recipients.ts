import { sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'

/** The aliases to which each of these messages came, before it is listed. */
export async function findRecipients(db: Db, messageIds: string[]): Promise<string[][]> {
  const rows = await executePrepared<{ message_id: string; address: string }>(
    db,
    sql`
      select message_id, address from alias.inbound_messages
      join alias.addresses on addresses.id = address_id
      where message_id = any(${sql.param(messageIds)}::uuid[])
    `,
  )
  const found = Map.groupBy(rows, (row) => row.message_id)
  return messageIds.map((id) => (found.get(id) ?? []).map(({ address }) => address))
}
