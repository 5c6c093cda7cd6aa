import { eq, sql } from 'drizzle-orm'
import { closedAccounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { eraseAccount } from './erase-account.ts'

const minuteMs = 60_000
/** When every token that was issued before has expired, with a margin for clock differences. */
const lastTokenMs = 65 * minuteMs

/**
 * Erases the data of closed accounts at the services. One process erases each account, and failures are retried. The
 * erasure is repeated after the last token has expired, because its bearer may have created something meanwhile.
 */
export async function eraseClosedAccounts(services: Services): Promise<void> {
  for (let claimed = await claimAccount(services); claimed; claimed = await claimAccount(services)) {
    const { id, tokenEpoch } = claimed
    try {
      await eraseAccount(services, { id, tokenEpoch })
      await finishErasure(services, id)
    } catch (error) {
      services.events.accountNotErased(id, error)
    }
  }
}

/** Sets the next attempt before this one is made, so that a process that dies loses no account. */
async function claimAccount({
  db,
  clock,
}: Services): Promise<{ id: string; tokenEpoch: number } | undefined> {
  const now = new Date(clock.now())
  const { rows } = await db.execute<{ id: string; tokenEpoch: number }>(sql`
    update accounts.closed_accounts
    set attempts = attempts + 1,
      attempt_at = ${now}::timestamptz + least(interval '2 minutes' * power(2, attempts), interval '1 hour')
    where id = (
      select id from accounts.closed_accounts where attempt_at <= ${now}
      order by attempt_at limit 1 for update skip locked
    )
    returning id, token_epoch as "tokenEpoch"
  `)
  return rows[0]
}

async function finishErasure({ db, clock, events }: Services, id: string): Promise<void> {
  const isIt = eq(closedAccounts.id, id)
  const [account] = await db.select().from(closedAccounts).where(isIt)
  if (!account) return
  const lastTokenEndsAt = account.closedAt.getTime() + lastTokenMs
  if (clock.now() < lastTokenEndsAt) {
    await db
      .update(closedAccounts)
      .set({ attemptAt: new Date(lastTokenEndsAt), attempts: 0 })
      .where(isIt)
    return
  }
  await db.delete(closedAccounts).where(isIt)
  events.accountErased(id)
}
