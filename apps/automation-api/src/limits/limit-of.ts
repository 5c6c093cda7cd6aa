import { sql, type SQL } from 'drizzle-orm'
import { accountLimits } from '../db/limit-tables.ts'
import type { LimitName, Limits } from './limits.ts'

/** An account's limit, as part of a statement: its own, or else the service's. */
export function limitOf(limits: Limits, name: LimitName, ownerId: string | SQL): SQL<number> {
  const own = sql`select own.${sql.identifier(accountLimits[name].name)} from ${accountLimits} own where own.owner_id = ${ownerId}`
  return sql`coalesce((${own}), ${limits[name]})`
}
