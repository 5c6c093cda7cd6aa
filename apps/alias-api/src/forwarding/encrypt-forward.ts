import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { forwardingAddresses } from '../db/tables.ts'
import { RewritingError } from '../rewriting/message-rewriter.ts'
import type { MailServices } from '../services.ts'
import { storeMessage } from '../storage/store-message.ts'
import { readWhole } from '../storage/stored.ts'
import type { Message } from './find-forwards.ts'
import type { RewriteServices } from './remove-from-forward.ts'
import type { Withheld } from './withheld-reasons.ts'

/**
 * Encrypts a message to the key of its destination. Where that cannot be done, it is withheld: what was to be encrypted
 * never leaves otherwise.
 *
 * @returns the message as it is where the destination has a key no more
 */
export async function encryptForward(
  { db, clock, storage, rewriter }: RewriteServices & Pick<MailServices, 'clock'> & { db: Db },
  ownerId: string,
  forwardingAddressId: string,
  message: Message,
): Promise<Message | Extract<Withheld, 'expired' | 'unencrypted'>> {
  const { pgpKey, pgpExpiresAt, hidesSubject } = forwardingAddresses
  const [destination] = await db
    .select({ key: pgpKey, expiresAt: pgpExpiresAt, hidesSubject })
    .from(forwardingAddresses)
    .where(eq(forwardingAddresses.id, forwardingAddressId))
  if (!destination) throw new Error(`the forwarding address ${forwardingAddressId} was deleted`)
  const { key, expiresAt, ...subject } = destination
  if (key === null) return message
  const at = clock.now()
  if (expiresAt !== null && expiresAt.getTime() <= at) return 'expired'
  try {
    const { taken } = await rewriter.rewrite(
      ownerId,
      () => readWhole(storage, message),
      { does: 'encrypt', key, ...subject, at },
      (pieces) => storeMessage(pieces, storage),
    )
    return { ...message, ...taken }
  } catch (error) {
    if (error instanceof RewritingError) return 'unencrypted'
    throw error
  }
}
