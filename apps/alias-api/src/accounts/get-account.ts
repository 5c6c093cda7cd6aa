import { eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { accounts } from '../db/tables.ts'
import { listUsage } from '../limits/list-usage.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toAccount, type Account } from './account.ts'

export async function getAccount(
  services: Pick<ApiServices, 'db' | 'clock' | 'limits' | 'postsPerMinute'>,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<Account> {
  const { db, limits } = services
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  if (!row) throw new DomainError('not_found', 'Account not found')
  return toAccount(row, limits.perAccount, await listUsage(services, accountId))
}
