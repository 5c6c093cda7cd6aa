import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** Writes when keys were last used, many at a time. */
export async function recordKeyUse(db: Db, usedAt: Map<string, number>): Promise<void> {
  const uses = [...usedAt].map(([id, at]) => ({ id, at: new Date(at) }))
  await db.execute(sql`
    update alias.api_keys key
    set last_used_at = greatest(key.last_used_at, used.at)
    from json_to_recordset(${JSON.stringify(uses)}::json) as used (id uuid, at timestamptz)
    where key.id = used.id
  `)
}
