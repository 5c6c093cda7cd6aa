import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** Whether aliases can exist on a domain, a platform domain or a custom one. */
export async function isHosted(db: Db, domain: string): Promise<boolean> {
  const { rows } = await db.execute<{ is_hosted: boolean }>(sql`select ${hosts(sql`${domain}`)} as is_hosted`)
  return rows[0]!.is_hosted
}

/** The same as a SQL expression. */
export function hosts(domain: SQLWrapper): SQL<boolean> {
  return sql`(
    exists (select from alias.platform_domains where domain = lower(${domain}))
    or exists (select from alias.domains where domain = lower(${domain}) and status = 'verified')
  )`
}
