import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { forwardingAddresses } from '../db/tables.ts'
import { RewritingError, UnfinishedRewritingError } from '../rewriting/message-rewriter.ts'
import type { MailServices } from '../services.ts'
import { storeMessage } from '../storage/store-message.ts'
import { readWhole } from '../storage/stored.ts'
import type { Message } from './find-forwards.ts'
import { keyState } from './key-state.ts'
import type { RewriteServices } from './remove-from-forward.ts'
import type { Withheld } from './withheld-reasons.ts'

/** What became of a message, and the {@link keyState} by which it was decided. */
type Sealed = { keyState: string | null } & (
  | { message: Message }
  | { withheld: Extract<Withheld, 'expired' | 'unencrypted'> }
)

/**
 * Encrypts a message to the key that its destination has now. Where that cannot be done, it is withheld: what was to be
 * encrypted never leaves otherwise.
 *
 * @param isLast where the rewriter could not finish; before, that is thrown, since it may pass
 * @returns the message as it is where the destination has no key
 */
export async function encryptForward(
  { db, clock, storage, rewriter }: RewriteServices & Pick<MailServices, 'clock'> & { db: Db },
  forwardingAddressId: string,
  message: Message,
  isLast: boolean,
): Promise<Sealed> {
  const { pgpKey, pgpExpiresAt, hidesSubject } = forwardingAddresses
  const [destination] = await db
    .select({ key: pgpKey, expiresAt: pgpExpiresAt, hidesSubject, state: keyState })
    .from(forwardingAddresses)
    .where(eq(forwardingAddresses.id, forwardingAddressId))
  if (!destination) throw new Error(`the forwarding address ${forwardingAddressId} was deleted`)
  const { key, expiresAt, state, ...subject } = destination
  if (key === null) return { message, keyState: null }
  const at = clock.now()
  if (expiresAt !== null && expiresAt.getTime() <= at) return { withheld: 'expired', keyState: state }
  try {
    const { taken } = await rewriter.rewrite(
      () => readWhole(storage, message),
      { does: 'encrypt', key, ...subject, at },
      (pieces) => storeMessage(pieces, storage),
    )
    return { message: { ...message, ...taken }, keyState: state }
  } catch (error) {
    const mayPass = error instanceof UnfinishedRewritingError && !isLast
    if (mayPass || !(error instanceof RewritingError)) throw error
    return { withheld: 'unencrypted', keyState: state }
  }
}
