import { sql, type SQL } from 'drizzle-orm'
import type { Directory } from './directory.ts'

/**
 * Whether the account of an `owner_id` has its data in this database and is not being moved: as `requireHere`, for what the service
 * does by itself. Where there are no cells nobody is asked.
 */
export function isHere(directory: Pick<Directory, 'isCell'> | undefined, ownerId: SQL): SQL {
  if (!directory) return sql`true`
  const account = sql`select from alias.accounts account where account.id = substr(${ownerId}, length('live:') + 1)`
  return directory.isCell
    ? sql`exists (${account} and account.cell is null)`
    : sql`not exists (${account} and account.cell is not null)`
}
