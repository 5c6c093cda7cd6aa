import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { returnPaths } from '../db/mail-tables.ts'
import { countReturned } from '../sending/count-returned.ts'
import type { MailServices } from '../services.ts'
import { readComplaint } from './read-complaint.ts'

/** Counts a complaint against the account that sent the email, once for each email. Any other message is dropped. */
export async function recordComplaint(tx: Db, services: MailServices, content: Buffer): Promise<void> {
  const token = readComplaint(content)
  if (token === undefined) return
  const { complainedAt, accountId } = returnPaths
  const [complained] = await tx
    .update(returnPaths)
    .set({ complainedAt: new Date(services.clock.now()) })
    .where(and(eq(returnPaths.token, token), isNull(complainedAt), isNotNull(accountId)))
    .returning({ accountId })
  if (complained) await countReturned(tx, services, 'complaints', [complained.accountId!])
}
