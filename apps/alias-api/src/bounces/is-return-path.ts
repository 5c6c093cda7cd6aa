import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { returnPaths } from '../db/mail-tables.ts'
import { tokenOf } from './return-path.ts'

/** Whether an address is the return path of a message that we sent. */
export async function isReturnPath(db: Db, address: string): Promise<boolean> {
  const token = tokenOf(address)
  if (token === undefined) return false
  const { emailId } = returnPaths
  return (await db.select({ emailId }).from(returnPaths).where(eq(returnPaths.token, token))).length > 0
}
