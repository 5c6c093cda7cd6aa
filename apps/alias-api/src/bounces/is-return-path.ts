import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { returnPaths } from '../db/mail-tables.ts'
import { tokenOf } from './return-path.ts'

/** Whether a mail of ours returns there that cannot be delivered. */
export async function isReturnPath(db: Db, address: string): Promise<boolean> {
  const token = tokenOf(address)
  if (token === undefined) return false
  const { emailId } = returnPaths
  return (await db.select({ emailId }).from(returnPaths).where(eq(returnPaths.token, token))).length > 0
}
