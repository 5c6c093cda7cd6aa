import { and, eq, inArray } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { accountOf, ownersOf } from '../accounts/owner.ts'
import { contacts } from '../db/mail-tables.ts'
import { accounts } from '../db/tables.ts'

const contactLimit = 10_000
export const tooManyContacts = `Contact limit reached: ${contactLimit} of ${contactLimit} used. It does not reset: delete one first.`

/**
 * Refuses to keep another contact where an account has as many as it may. The account stays locked until the commit: of
 * two requests for the last contact, the second is refused.
 *
 * @param tx the transaction that adds or changes it afterwards
 */
export async function enforceContacts(tx: Db, ownerId: string): Promise<void> {
  const { accountId } = accountOf(ownerId)
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  const isOwn = inArray(contacts.ownerId, ownersOf(accountId))
  if ((await tx.$count(contacts, and(isOwn, eq(contacts.isKept, true)))) >= contactLimit)
    throw new DomainError('forbidden', tooManyContacts)
}
