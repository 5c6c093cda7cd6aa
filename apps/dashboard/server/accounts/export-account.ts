import { and, asc, eq, gt, isNull, max } from 'drizzle-orm'
import { z } from 'zod'
import { accounts, knownBrowsers, refreshTokens } from '../db/tables.ts'
import { listNotifications } from '../notifications/list-notifications.ts'
import { notification } from '../notifications/notification.ts'
import { listPasskeys } from '../passkeys/list-passkeys.ts'
import { passkey } from '../passkeys/passkey.ts'
import type { Services } from '../services.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { listedSession, type Session } from '../sessions/session.ts'
import { findFactor } from '../two-factor/find-factor.ts'

const isoTime = z.iso.datetime()

/** Exports everything that this server stores about an account, except credentials. */
export const exportedAccount = z.object({
  exportedAt: isoTime,
  account: z.object({
    id: z.uuid(),
    email: z.string(),
    emailConfirmedAt: isoTime.nullable(),
    mailboxProvenAt: isoTime.nullable(),
    createdAt: isoTime,
    /** Since when signing in takes a code of an authenticator app. */
    twoFactorSince: isoTime.nullable(),
  }),
  /** The signed-in browsers. */
  sessions: z.array(listedSession),
  /** The browsers in which a sign-in is not told by e-mail. */
  knownBrowsers: z.array(z.object({ since: isoTime, expiresAt: isoTime })),
  passkeys: z.array(passkey),
  /** The clients that are logged in with tokens. */
  logins: z.array(z.object({ id: z.uuid(), expiresAt: isoTime })),
  /** Which e-mails the account gets, besides those about its security. */
  notifications: z.array(notification),
})

export async function exportAccount(
  services: Services,
  session: Session,
): Promise<z.infer<typeof exportedAccount>> {
  const { db, clock } = services
  const now = new Date(clock.now())
  const accountId = session.account.id
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  const logins = await db
    .select({ id: refreshTokens.familyId, expiresAt: max(refreshTokens.expiresAt) })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.accountId, accountId),
        isNull(refreshTokens.usedAt),
        gt(refreshTokens.expiresAt, now),
      ),
    )
    .groupBy(refreshTokens.familyId)
    .orderBy(asc(refreshTokens.familyId))
  const browsers = await db
    .select()
    .from(knownBrowsers)
    .where(and(eq(knownBrowsers.accountId, accountId), gt(knownBrowsers.expiresAt, now)))
    .orderBy(asc(knownBrowsers.createdAt))
  const factor = await findFactor(services, accountId)
  const { id, email, emailConfirmedAt, mailboxProvenAt, createdAt } = account!
  return {
    exportedAt: now.toISOString(),
    account: {
      id,
      email,
      emailConfirmedAt: emailConfirmedAt?.toISOString() ?? null,
      mailboxProvenAt: mailboxProvenAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      twoFactorSince: factor?.confirmedAt.toISOString() ?? null,
    },
    sessions: await listSessions(services, session),
    knownBrowsers: browsers.map((known) => ({
      since: known.createdAt.toISOString(),
      expiresAt: known.expiresAt.toISOString(),
    })),
    passkeys: await listPasskeys(services, accountId),
    logins: logins.map((login) => ({ id: login.id, expiresAt: login.expiresAt!.toISOString() })),
    notifications: await listNotifications(services, accountId),
  }
}
