import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { newBrowserMailsPerEmail } from '../attempts/limits.ts'
import { knownBrowsers, type accounts } from '../db/tables.ts'
import { tellOwner } from '../notices/tell-owner.ts'
import type { Services } from '../services.ts'
import { hashSessionToken, makeSessionToken } from './session-token.ts'
import type { Client } from './session.ts'

/** How long a browser is known after its last sign-in. */
const knownForMs = 365 * 24 * 60 * 60_000

/** The browsers that are remembered for an account. More than that forget the ones that signed in longest ago. */
const mostBrowsers = 20

/**
 * Remembers the browser of a sign-in, and tells the account's owner if nobody has signed in with it before. An address that
 * nobody has confirmed may be a stranger's, and gets no such e-mail.
 *
 * @returns the value of the browser's cookie
 */
export async function recognizeBrowser(
  services: Services,
  account: typeof accounts.$inferSelect,
  client: Client,
  { isFirst = false } = {},
): Promise<{ browserToken: string; knownUntil: Date }> {
  const { db, clock } = services
  const now = new Date(clock.now())
  const knownUntil = new Date(now.getTime() + knownForMs)
  const accountId = account.id
  // The cookie that it has, so that somebody with two accounts is known in both.
  const browserToken = client.browserToken ?? makeSessionToken().token
  const tokenHash = hashSessionToken(browserToken)
  const known = await db
    .update(knownBrowsers)
    .set({ expiresAt: knownUntil })
    .where(
      and(
        eq(knownBrowsers.accountId, accountId),
        eq(knownBrowsers.tokenHash, tokenHash),
        gt(knownBrowsers.expiresAt, now),
      ),
    )
    .returning({ accountId: knownBrowsers.accountId })
  if (known.length > 0) return { browserToken, knownUntil }
  // One at a time for an account, so that each counts the browsers that the others have added.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`known browsers of ${accountId}`}, 0))`,
  )
  const values = { createdAt: now, expiresAt: knownUntil }
  const added = await db
    .insert(knownBrowsers)
    .values({ accountId, tokenHash, ...values })
    .onConflictDoUpdate({
      target: [knownBrowsers.accountId, knownBrowsers.tokenHash],
      set: values,
      // Another request of the same browser was first.
      setWhere: lte(knownBrowsers.expiresAt, now),
    })
    .returning({ accountId: knownBrowsers.accountId })
  if (added.length === 0) return { browserToken, knownUntil }
  await forgetOldest(services, accountId)
  if (!isFirst && account.emailConfirmedAt)
    await tellOwner(services, newBrowserMailsPerEmail, account.email, { kind: 'new_browser', ip: client.ip })
  return { browserToken, knownUntil }
}

async function forgetOldest({ db }: Services, accountId: string): Promise<void> {
  const isTheirs = eq(knownBrowsers.accountId, accountId)
  const oldest = db
    .select({ tokenHash: knownBrowsers.tokenHash })
    .from(knownBrowsers)
    .where(isTheirs)
    .orderBy(desc(knownBrowsers.expiresAt))
    .offset(mostBrowsers)
  await db.delete(knownBrowsers).where(and(isTheirs, inArray(knownBrowsers.tokenHash, oldest)))
}
