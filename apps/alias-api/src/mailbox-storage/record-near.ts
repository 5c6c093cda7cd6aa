import { eq } from 'drizzle-orm'
import { accounts } from '../db/tables.ts'
import { tellOfNearLimit } from '../limits/tell-of-near-limit.ts'
import { wasTold } from '../notices/insert-notice.ts'
import type { MailServices } from '../services.ts'
import type { MailboxStorage } from './mailbox-storage.ts'

/** Has an owner mailed that their storage is nearly full with a message of so many bytes. */
export async function recordNear(
  { db, clock }: Pick<MailServices, 'db' | 'clock'>,
  { accountId, storedBytes, limitBytes }: MailboxStorage,
  bytes: number,
): Promise<void> {
  // Every message of a mailbox that stays so full asks.
  const about = { accountId, kind: 'limit_near', about: 'storedBytes' } as const
  if (await wasTold(db, clock.now(), about)) return
  await db.transaction(async (tx) => {
    const [held] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      // Where another message or request holds the account, the next message tells: mail waits for nothing here.
      .for('no key update', { skipLocked: true })
    if (!held) return
    const used = { name: 'storedBytes' as const, used: storedBytes + bytes, limit: limitBytes }
    await tellOfNearLimit(tx, clock.now(), accountId, used)
  })
}
