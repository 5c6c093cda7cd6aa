import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountSettings } from '../db/limit-tables.ts'

/** The time zone that the owner has chosen for what names none; null: none. */
export async function findTimeZone(db: Db, ownerId: string): Promise<string | null> {
  const [settings] = await db
    .select({ timeZone: accountSettings.timeZone })
    .from(accountSettings)
    .where(eq(accountSettings.ownerId, ownerId))
  return settings?.timeZone ?? null
}
