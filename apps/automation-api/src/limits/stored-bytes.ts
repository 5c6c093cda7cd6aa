import { sql, type SQL } from 'drizzle-orm'

/** What an account has stored, as a subquery: as it was counted, and what has changed since. */
export const storedBytes = (ownerId: string | SQL): SQL => sql`
  select greatest(0, coalesce((
    select bytes_stored from automation.account_usage where owner_id = ${ownerId}
  ), 0) + coalesce((
    select sum(bytes) from automation.usage_changes where owner_id = ${ownerId}
  ), 0))`
