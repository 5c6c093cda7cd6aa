import { DomainError } from '@waypost/http'
import { newId } from '@waypost/postgres'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Account, Credentials } from './account.ts'

/** @param input the e-mail in lower case */
export async function createAccount(
  { db, clock, passwords, events }: Services,
  { email, password }: Credentials,
): Promise<Account> {
  const [account] = await db
    .insert(accounts)
    .values({
      id: newId(),
      email,
      passwordHash: await passwords.hash(password),
      createdAt: new Date(clock.now()),
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id, email: accounts.email, createdAt: accounts.createdAt })
  if (!account) throw new DomainError('conflict', 'An account with this email exists already')
  events.accountCreated(account.id)
  return account
}
