import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Channel } from '../channel.ts'
import type { DeliveryFilter } from './delivery-query.ts'

/**
 * Whether the delivery `id` of the table `examined` has the text and the response of a query. In scalar subqueries, which are
 * evaluated one after the other, until a page is full.
 */
export function matchesContent({ service }: Pick<Channel, 'service'>, { q, response }: DeliveryFilter): SQL {
  const schema = sql.identifier(service)
  const conditions = [
    q === undefined ? undefined : hasText(schema, `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
    response === undefined ? undefined : sql`${responseOf(schema)} = ${response}`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )
}

const hasText = (schema: SQLWrapper, pattern: string): SQL => sql`(
  (select body ilike ${pattern} from ${schema}.deliveries where deliveries.id = examined.id)
  or (
    select bool_or(response_body ilike ${pattern}) from ${schema}.delivery_attempts where delivery_id = examined.id
  )
)`

const responseOf = (schema: SQLWrapper): SQL => sql`(
  select case
    when delivery.status = 'delivered' then '2xx'
    when last.status is not null then last.status / 100 || 'xx'
    when last.error is not null then 'none'
  end
  from ${schema}.deliveries delivery
  left join lateral (
    select status, error from ${schema}.delivery_attempts
    where delivery_id = delivery.id order by number desc limit 1
  ) last on true
  where delivery.id = examined.id
)`
