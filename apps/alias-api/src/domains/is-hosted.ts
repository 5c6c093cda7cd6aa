import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** Whether aliases can be on a domain, the operator's or a user's own. */
export async function isHosted(db: Db, domain: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from alias.platform_domains where domain = ${domain.toLowerCase()}
    union all select from alias.domains where domain = ${domain.toLowerCase()} and status = 'verified'
  `)
  return rowCount !== 0
}
