import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** Whether aliases can be on a domain, the operator's or a user's own. */
export async function isHosted(db: Db, domain: string): Promise<boolean> {
  const { rows } = await db.execute<{ is_hosted: boolean }>(sql`select ${hosts(sql`${domain}`)} as is_hosted`)
  return rows[0]!.is_hosted
}

/** The same as a part of a query. */
export function hosts(domain: SQLWrapper): SQL<boolean> {
  return sql`(
    exists (select from alias.platform_domains where domain = lower(${domain}))
    or exists (select from alias.domains where domain = lower(${domain}) and status = 'verified')
  )`
}
