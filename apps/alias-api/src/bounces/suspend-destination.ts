import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf, ownerOf } from '../accounts/owner.ts'
import { accounts, forwardingAddresses } from '../db/tables.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { MailServices } from '../services.ts'

/**
 * Forwards nothing more to a mailbox that does not exist, until its reader confirms it again, and tells the owner, once.
 * A server that keeps sending to such mailboxes is soon believed nothing any more.
 */
export async function suspendDestination(
  tx: Db,
  services: MailServices,
  id: string,
  reason: string,
): Promise<void> {
  const [suspended] = await tx
    .update(forwardingAddresses)
    .set({ verifiedAt: null, tokenHash: null, tokenExpiresAt: null })
    .where(and(eq(forwardingAddresses.id, id), isNotNull(forwardingAddresses.verifiedAt)))
    .returning()
  if (!suspended) return
  const { accountId } = accountOf(suspended.ownerId)
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  // What cannot be delivered there need not tell so there.
  if (!account?.email || account.email.toLowerCase() === suspended.email.toLowerCase()) return
  await enqueueSystemMail(tx, services, {
    // Of one for test data the person is to hear as well.
    ownerId: ownerOf(accountId, 'live'),
    to: account.email,
    subject: 'A forwarding address of yours does not exist',
    text: letter(suspended.email, reason),
  })
}

const letter = (email: string, reason: string) => `Mail that was forwarded to

${email}

came back: ${reason}

Nothing more is forwarded there. Received mail stays with its alias. If the address is right, have it confirmed again, and its rules forward as before.
`
