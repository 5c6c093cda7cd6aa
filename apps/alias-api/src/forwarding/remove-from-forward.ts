import type { Message } from './find-forwards.ts'
import type { MailServices } from '../services.ts'
import { storeMessage } from '../storage/store-message.ts'
import { readWhole } from '../storage/stored.ts'
import { RewritingError, type MessageRewriter } from '../rewriting/message-rewriter.ts'
import { isChanged, nothingRead, type Removed } from '../rewriting/removed.ts'

export type RewriteServices = Pick<MailServices, 'storage'> & { rewriter: Pick<MessageRewriter, 'rewrite'> }

/**
 * A message without what tracks its reader. One in which there is nothing of it stays the same, byte for byte, and so
 * does one that cannot be rewritten: its owner sees that in the email's detail.
 */
export async function removeFromForward(
  { storage, rewriter }: RewriteServices,
  message: Message,
): Promise<{ message: Message; removed: Removed }> {
  try {
    const { rewritten, taken } = await rewriter.rewrite(
      () => readWhole(storage, message),
      { does: 'removeTrackers' },
      (pieces) => storeMessage(pieces, storage),
    )
    const { removed = nothingRead } = rewritten
    // What was stored of a message that stays as it was has no row, and is swept.
    return { message: isChanged(removed) ? { ...message, ...taken } : message, removed }
  } catch (error) {
    if (error instanceof RewritingError) return { message, removed: nothingRead }
    throw error
  }
}
