import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'

/** Names the tables of the service that have rows of an account, besides what is known of every account. */
export async function listOwnedTables(db: Db, ownerId: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relation.relname as name from pg_class relation
    join pg_attribute owner on owner.attrelid = relation.oid and owner.attname = 'owner_id' and not owner.attisdropped
    where relation.relnamespace = 'automation'::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
      and relation.relname not in ('keys_in_cells', 'account_limits')
    order by name
  `)
  const owned: string[] = []
  for (const { name } of rows) {
    const found = await db.execute(
      sql`select from automation.${sql.identifier(name)} where owner_id = ${ownerId} limit 1`,
    )
    if (found.rows.length > 0) owned.push(name)
  }
  return owned
}
