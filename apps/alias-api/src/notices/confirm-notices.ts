import { sql } from 'drizzle-orm'
import type { ApiServices } from '../services.ts'

/** Records that owners were told. */
export async function confirmNotices(
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  ids: string[],
): Promise<void> {
  await db.execute(sql`
    update alias.notices set told_at = ${new Date(clock.now())} where id = any(${sql.param(ids)}::uuid[])
  `)
}
