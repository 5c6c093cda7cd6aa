import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { compileFilter, type WebhookFilter } from './compile-filter.ts'

/** Whether an event with this data is for a webhook with this filter, as Postgres decides it when events are published. */
export async function tryFilter(
  db: Db,
  { filter, data }: { filter: WebhookFilter; data: object },
): Promise<{ matches: boolean }> {
  const { rows } = await db.execute<{ matches: boolean | null }>(
    sql`select ${JSON.stringify(data)}::jsonb @@ ${compileFilter(filter)}::jsonpath as matches`,
  )
  return { matches: rows[0]!.matches === true }
}
