import { and, eq, gt, isNull } from 'drizzle-orm'
import { forwardingAddresses } from '../db/tables.ts'
import { releaseWithheld } from '../forwarding/release-withheld.ts'
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

/**
 * Uses a link up, and forwards what was withheld while its mailbox was suspended. Returns undefined as `findByLink` does.
 */
export async function confirmForwardingAddress(
  services: Pick<Services, 'db' | 'clock' | 'work'>,
  token: string,
): Promise<string | undefined> {
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(forwardingAddresses)
      .set({
        verifiedAt: new Date(now),
        tokenHash: null,
        tokenExpiresAt: null,
        suspendedAt: null,
        suspendedReason: null,
      })
      .where(isOpen(token, now))
      .returning()
    if (row) await releaseWithheld(tx, services, row, ['suspended'])
    return row?.email
  })
}

const isOpen = (token: string, now: number) =>
  and(
    eq(forwardingAddresses.tokenHash, hashToken(token)),
    gt(forwardingAddresses.tokenExpiresAt, new Date(now)),
    isNull(forwardingAddresses.verifiedAt),
  )
