import { and, eq, gt, isNull } from 'drizzle-orm'
import { forwardingAddresses } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { hashToken } from './send-verification.ts'

/** The mailbox of a confirmation link; undefined where the link was used, has expired or never existed. */
export async function findByLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: forwardingAddresses.email })
    .from(forwardingAddresses)
    .where(isOpen(token, clock.now()))
  return row?.email
}

/** Uses a link up. Returns undefined as `findByLink` does. */
export async function confirmForwardingAddress(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const now = clock.now()
  const [row] = await db
    .update(forwardingAddresses)
    .set({
      verifiedAt: new Date(now),
      tokenHash: null,
      tokenExpiresAt: null,
      suspendedAt: null,
      suspendedReason: null,
    })
    .where(isOpen(token, now))
    .returning({ email: forwardingAddresses.email })
  return row?.email
}

const isOpen = (token: string, now: number) =>
  and(
    eq(forwardingAddresses.tokenHash, hashToken(token)),
    gt(forwardingAddresses.tokenExpiresAt, new Date(now)),
    isNull(forwardingAddresses.verifiedAt),
  )
