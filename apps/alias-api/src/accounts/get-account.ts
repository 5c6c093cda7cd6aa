import { eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { accounts } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toAccount, type Account } from './account.ts'

export async function getAccount({ db, limits }: ApiServices, actor: Actor): Promise<Account> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, actor.accountId))
  if (!row) throw new DomainError('not_found', 'Account not found')
  return toAccount(row, limits.perAccount)
}
