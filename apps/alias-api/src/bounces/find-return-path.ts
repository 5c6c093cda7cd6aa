import { eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { isHere } from '../cells/is-here.ts'
import type { Directory } from '../cells/directory.ts'
import { emails, returnPaths } from '../db/mail-tables.ts'
import { tokenOf } from './return-path.ts'

/**
 * Finds the message that we sent whose return path an address is.
 *
 * @returns undefined where it is none; otherwise whether the data of its account is here and is not being moved
 */
export async function findReturnPath(
  { db, directory }: { db: Db; directory?: Directory | undefined },
  address: string,
): Promise<{ isHere: boolean } | undefined> {
  const token = tokenOf(address)
  if (token === undefined) return undefined
  // What it was about may be gone, and then its account does not matter.
  const here = sql<boolean>`(${emails.id} is null or ${isHere(directory, sql`${emails.ownerId}`)})`
  const [found] = await db
    .select({ isHere: here })
    .from(returnPaths)
    .leftJoin(emails, eq(emails.id, returnPaths.emailId))
    .where(eq(returnPaths.token, token))
  return found
}
