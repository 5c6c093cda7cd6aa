import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Channel } from '../channel.ts'
import { shownAttempts } from './find-deliveries.ts'

/** Number of bytes of a logged delivery: the body, and the responses to the attempts that are shown. */
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
