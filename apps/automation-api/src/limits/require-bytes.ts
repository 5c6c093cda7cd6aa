import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { limitOf } from './limit-of.ts'
import { limitReached } from './limit-reached.ts'
import { storedBytes } from './stored-bytes.ts'

type Needed = Pick<Services, 'clock' | 'limits'>

const findBytes = async (db: Db, { limits }: Needed, ownerId: string) => {
  const { rows } = await db.execute<{ used: number; limit: number }>(sql`
    select (${storedBytes(ownerId)})::float8 as used,
      ${limitOf(limits, 'bytesStored', ownerId)}::float8 as "limit"`)
  return rows[0]!
}

/**
 * Refuses files for which an account has no room, before anything of them is stored: refused requests must not fill the
 * storage.
 *
 * @param bytes how many more there would be
 *
 * @throws LimitReachedError
 */
export async function requireBytes(db: Db, services: Needed, ownerId: string, bytes: number): Promise<void> {
  if (bytes <= 0) return
  const { used, limit } = await findBytes(db, services, ownerId)
  if (used + bytes > limit) throw limitReached('bytesStored', used, limit, services.clock.now())
}

/** Whether an account may store more, for what a run rather lacks than fails. */
export async function hasRoom(db: Db, services: Needed, ownerId: string): Promise<boolean> {
  const { used, limit } = await findBytes(db, services, ownerId)
  return used < limit
}

/**
 * Refuses a change after which an account would store more than it may, and more than before: what makes it smaller is
 * always possible.
 *
 * @param tx holds the account
 *
 * @throws LimitReachedError
 */
export async function withinBytes<Result>(
  tx: Db,
  services: Needed,
  ownerId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await findBytes(tx, services, ownerId)
  const result = await change()
  const after = await findBytes(tx, services, ownerId)
  if (after.used > after.limit && after.used > before.used)
    throw limitReached('bytesStored', before.used, before.limit, services.clock.now())
  return result
}
