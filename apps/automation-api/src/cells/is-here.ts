import { sql, type SQL } from 'drizzle-orm'
import type { ApiServices } from '../services.ts'

/** Whether an account's data is in this database and is not being moved: as `requireHere`, for what the service does by itself. */
export function isHere(directory: ApiServices['directory'], ownerId: SQL): SQL {
  return directory === undefined
    ? sql`not exists (select from automation.accounts where id = ${ownerId} and cell is not null)`
    : sql`exists (select from automation.accounts where id = ${ownerId} and cell is null)`
}
