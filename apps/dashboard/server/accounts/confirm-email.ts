import { eq } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { linksPerClient } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { accounts } from '../db/tables.ts'
import { useMailedToken } from '../mailed-tokens/use-mailed-token.ts'
import type { Services } from '../services.ts'

/** @returns the address that is confirmed from now on */
export async function confirmEmail(services: Services, token: string, address: string): Promise<string> {
  await takeAttempt(services, linksPerClient, clientOf(address))
  return services.db.transaction(async (tx) => {
    const accountId = await useMailedToken({ ...services, db: tx }, token, 'confirm_email')
    const [account] = await tx
      .update(accounts)
      .set({ emailConfirmedAt: new Date(services.clock.now()) })
      .where(eq(accounts.id, accountId))
      .returning({ email: accounts.email })
    if (!account) throw new DomainError('not_found', 'Account not found')
    return account.email
  })
}
