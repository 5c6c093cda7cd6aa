import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { accountSettings } from '../db/limit-tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import type { Account, accountChange } from './account.ts'
import { getAccount } from './get-account.ts'

/** Changes what the owner chooses for the account; what is absent stays. */
export async function updateAccount(
  services: ApiServices,
  actor: Actor,
  { timeZone }: z.infer<typeof accountChange>,
): Promise<Account> {
  const { db, clock } = services
  const { ownerId } = actor
  if (timeZone !== undefined)
    await db.transaction(async (tx) => {
      const chosen = { timeZone, updatedAt: new Date(clock.now()) }
      await tx
        .insert(accountSettings)
        .values({ ownerId, ...chosen })
        .onConflictDoUpdate({ target: accountSettings.ownerId, set: chosen })
      await recordChange(tx, services, actor, 'account.updated', null)
    })
  return getAccount(services, ownerId)
}
