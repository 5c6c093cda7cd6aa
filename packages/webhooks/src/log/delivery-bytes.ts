import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Channel } from '../channel.ts'
import { shownAttempts } from './find-deliveries.ts'

/** How many bytes a delivery is logged with: what was sent, and what the attempts that are shown were answered. */
export function deliveryBytes({ service }: Pick<Channel, 'service'>, id: SQLWrapper): SQL<number> {
  const schema = sql.identifier(service)
  return sql<number>`(
    (select octet_length(body) from ${schema}.deliveries sent where sent.id = ${id}) +
    coalesce((
      select sum(octet_length(response_body))
      from (
        select response_body from ${schema}.delivery_attempts
        where delivery_id = ${id} order by number desc limit ${sql.raw(String(shownAttempts))}
      ) shown
    ), 0)
  )`
}
