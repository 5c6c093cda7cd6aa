import type { Footer } from '../rewriting/add-footer.ts'
import { RewritingError } from '../rewriting/message-rewriter.ts'
import { storeMessage } from '../storage/store-message.ts'
import { readWhole } from '../storage/stored.ts'
import type { Message } from './find-forwards.ts'
import type { RewriteServices } from './remove-from-forward.ts'

/** A message with a footer; the same message, byte for byte, where its body cannot have one. */
export async function addFooterToForward(
  { storage, rewriter }: RewriteServices,
  message: Message,
  footer: Footer,
): Promise<{ message: Message; hasFooter: boolean }> {
  try {
    const { rewritten, taken } = await rewriter.rewrite(
      () => readWhole(storage, message),
      { does: 'addFooter', ...footer },
      (pieces) => storeMessage(pieces, storage),
    )
    const { hasFooter = false } = rewritten
    // What was stored of a message that stays as it was has no row, and is swept.
    return { message: hasFooter ? { ...message, ...taken } : message, hasFooter }
  } catch (error) {
    if (error instanceof RewritingError) return { message, hasFooter: false }
    throw error
  }
}
