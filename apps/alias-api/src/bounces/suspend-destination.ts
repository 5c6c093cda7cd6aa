import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf, ownerOf } from '../accounts/owner.ts'
import { accounts, forwardingAddresses } from '../db/tables.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { MailServices } from '../services.ts'

/**
 * Stops forwarding to a mailbox that does not exist until somebody confirms it again, and notifies the owner once. A
 * server that keeps sending to such mailboxes loses its reputation.
 */
export async function suspendDestination(
  tx: Db,
  services: MailServices,
  id: string,
  reason: string,
): Promise<void> {
  const [suspended] = await tx
    .update(forwardingAddresses)
    .set({
      verifiedAt: null,
      tokenHash: null,
      tokenExpiresAt: null,
      suspendedAt: new Date(services.clock.now()),
      suspendedReason: reason,
    })
    .where(and(eq(forwardingAddresses.id, id), isNotNull(forwardingAddresses.verifiedAt)))
    .returning()
  if (!suspended) return
  const { accountId } = accountOf(suspended.ownerId)
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  // The owner cannot be notified at the mailbox that does not exist.
  if (!account?.email || account.email.toLowerCase() === suspended.email.toLowerCase()) return
  await enqueueSystemMail(tx, services, {
    // The notification of a test-mode destination is live mail too: the person has to see it.
    ownerId: ownerOf(accountId, 'live'),
    to: account.email,
    subject: 'Your forwarding address does not exist',
    text: suspendedText(suspended.email, reason),
  })
}

const suspendedText = (email: string, reason: string) => `Mail that was forwarded to

${email}

bounced: ${reason}

Forwarding to this address is off. Your aliases still receive mail. If the address is right, send a new verification link and confirm it: its rules then forward again, and mail of the last week that was withheld.
`
