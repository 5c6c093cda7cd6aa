import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { ownerOf, type Mode } from '../accounts/owner.ts'
import type { TestApp } from '../testing/test-app.ts'

/** For tests: adds a mailbox of an account, confirmed by default. */
export async function addMailbox(
  { database }: TestApp,
  accountId: string,
  { email, mode = 'live', isVerified = true }: { email?: string; mode?: Mode; isVerified?: boolean } = {},
): Promise<{ forwardToId: string; forwardToEmail: string }> {
  const forwardToId = newId()
  const forwardToEmail = email ?? `${forwardToId}@example.net`
  await database.connectAsOwner().db.execute(sql`
    insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
    values (${forwardToId}, ${ownerOf(accountId, mode)}, ${forwardToEmail}, ${isVerified ? new Date() : null}, now())
  `)
  return { forwardToId, forwardToEmail }
}

/** For tests: mailboxes that no rule of the account in live mode can name, because they are unknown, unconfirmed or not its own. */
export async function addRefusedMailboxes(service: TestApp, accountId: string): Promise<string[]> {
  const refused = await Promise.all([
    addMailbox(service, accountId, { isVerified: false }),
    addMailbox(service, `not-${accountId}`),
    addMailbox(service, accountId, { mode: 'test' }),
  ])
  return [newId(), ...refused.map(({ forwardToId }) => forwardToId)]
}
