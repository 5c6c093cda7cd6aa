import { and, eq, isNull } from 'drizzle-orm'
import { ownerOf } from '../accounts/owner.ts'
import { accounts } from '../db/tables.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { MailServices } from '../services.ts'
import type { MailboxStorage } from './mailbox-storage.ts'

/** Records that an account's storage is full, and tells its owner once. */
export async function recordFull(
  services: MailServices,
  { accountId, limitBytes, fullAt }: MailboxStorage,
): Promise<void> {
  if (fullAt !== null) return
  await services.db.transaction(async (tx) => {
    const [full] = await tx
      .update(accounts)
      .set({ storageFullAt: new Date(services.clock.now()) })
      .where(and(eq(accounts.id, accountId), isNull(accounts.storageFullAt)))
      .returning({ email: accounts.email })
    if (!full?.email) return
    await enqueueSystemMail(tx, services, {
      ownerId: ownerOf(accountId, 'live'),
      to: full.email,
      subject: 'Your aliases have no room for more mail',
      text: fullText(limitBytes),
    })
  })
}

/** Records that an account's storage has room again. */
export async function recordRoom({ db }: Pick<MailServices, 'db'>, accountId: string): Promise<void> {
  await db.update(accounts).set({ storageFullAt: null }).where(eq(accounts.id, accountId))
}

const fullText = (
  limitBytes: number,
) => `The mail of your aliases has reached its limit of ${limitBytes} bytes.

For a day, servers that have mail for you are told to try again later. After that they are told that it cannot be delivered.

Delete aliases that you no longer need: their emails go with them.
`
