import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { ownerOf, type Mode } from '../accounts/owner.ts'
import type { TestApp } from '../testing/test-app.ts'
import { hashToken } from './send-verification.ts'

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

/** For tests: suspends a mailbox as a bounce does. */
export async function suspendMailbox({ database }: TestApp, email: string): Promise<void> {
  await database.connectAsOwner().db.execute(sql`
    update alias.forwarding_addresses
    set verified_at = null, suspended_at = now(), suspended_reason = '550 no such user' where email = ${email}
  `)
}

/** For tests: presses the button behind a link that a mailbox was sent. */
export async function confirmMailbox({ app, database }: TestApp, email: string): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await database.connectAsOwner().db.execute(sql`
    update alias.forwarding_addresses
    set token_hash = ${hashToken(token)}, token_expires_at = now() + interval '1 day' where email = ${email}
  `)
  const { statusCode } = await app.inject({ method: 'POST', url: `/verify-forwarding?token=${token}` })
  if (statusCode !== 200) throw new Error(`The link of ${email} was answered with ${statusCode}`)
}
