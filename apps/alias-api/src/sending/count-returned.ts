import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { ownerOf } from '../accounts/owner.ts'
import { sendingDays } from '../db/limit-tables.ts'
import { accounts } from '../db/tables.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { MailServices } from '../services.ts'
import { findReturned } from './find-allowance.ts'
import { reasonToStop } from './reputation.ts'
import { dayOf } from './sending-day.ts'

/**
 * Counts bounces or complaints of emails that accounts have sent, and stops the sending of those of which too much came
 * back, before other mail servers stop the whole platform's.
 *
 * @param accountIds once for each email
 */
export async function countReturned(
  tx: Db,
  services: MailServices,
  what: 'bounces' | 'complaints',
  accountIds: string[],
): Promise<void> {
  const day = dayOf(services.clock.now())
  const counts = Map.groupBy(accountIds, (id) => id)
  // In one order everywhere, so that two batches cannot wait for each other.
  for (const [accountId, { length }] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await tx
      .insert(sendingDays)
      .values({ accountId, day, [what]: length })
      .onConflictDoUpdate({
        target: [sendingDays.accountId, sendingDays.day],
        set: { [what]: sql`${sendingDays[what]} + ${length}` },
      })
    await stopWhereTooMuch(tx, services, accountId)
  }
}

/** Stops an account's sending once, and tells its owner. */
async function stopWhereTooMuch(tx: Db, services: MailServices, accountId: string): Promise<void> {
  const now = services.clock.now()
  const reason = reasonToStop(await findReturned(tx, accountId, now))
  if (reason === undefined) return
  const [stopped] = await tx
    .update(accounts)
    .set({ sendingStoppedAt: new Date(now), sendingStoppedReason: reason })
    .where(and(eq(accounts.id, accountId), isNull(accounts.sendingStoppedAt)))
    .returning({ email: accounts.email })
  if (!stopped?.email) return
  await enqueueSystemMail(tx, services, {
    ownerId: ownerOf(accountId, 'live'),
    to: stopped.email,
    subject: 'Your account can no longer send mail',
    text: stoppedText(reason),
  })
}

const stoppedText = (reason: string) => `Your aliases can no longer send mail: ${reason}.

Mail servers refuse all mail of a service that sends much which nobody wants. Emails that were waiting are held, and your aliases still receive and forward mail.

Answer to the operator of this service what you send to whom. Only the operator can let your account send again.
`
