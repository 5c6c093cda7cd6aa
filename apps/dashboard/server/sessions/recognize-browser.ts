import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { newBrowserMailsPerEmail } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'
import { knownBrowsers, type accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
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
  if (!isFirst && account.emailConfirmedAt) await tellOwner(services, account.email, client)
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

async function tellOwner(services: Services, email: string, { ip }: Client): Promise<void> {
  try {
    await takeAttempt(services, newBrowserMailsPerEmail, email)
  } catch (error) {
    // Whoever knows the password could fill the mailbox.
    if (error instanceof TooManyRequestsError) return
    throw error
  }
  await enqueueSystemEmail(services.db, services, 'new_browser', email, {
    id: newId(),
    kind: 'new_browser',
    ip,
    at: new Date(services.clock.now()).toISOString(),
  })
}
