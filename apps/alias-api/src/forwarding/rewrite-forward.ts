import type { Footer } from '../rewriting/add-footer.ts'
import type { Removed } from '../rewriting/removed.ts'
import { addFooterToForward } from './add-footer-to-forward.ts'
import { encryptForward } from './encrypt-forward.ts'
import type { Destination } from './destination.ts'
import type { Message } from './find-forwards.ts'
import { isRewritten } from './forward-queue.ts'
import { removeFromForward } from './remove-from-forward.ts'

interface Rewritten {
  message: Message
  /** Absent: nothing was to be removed. */
  removed: Removed | undefined
  /** Whether each text of its body has the footer. */
  hasFooter: boolean
}

type Encrypted = Awaited<ReturnType<typeof encryptForward>>

/**
 * Makes of a message what is forwarded to a destination: without trackers, with a footer, and encrypted, in this order, as far as
 * the destination wants that. The same message, byte for byte, where there is nothing to do.
 */
export async function rewriteForward(
  services: Parameters<typeof encryptForward>[0],
  received: Message,
  {
    destination,
    footer,
    isLast,
  }: {
    destination: Pick<Destination, 'forwardingAddressId' | 'removesTrackers' | 'aliasLinks' | 'isEncrypted'>
    footer: Footer | undefined
    isLast: boolean
  },
): Promise<(Rewritten & Pick<Encrypted, 'keyState'>) | Extract<Encrypted, { withheld: unknown }>> {
  const { forwardingAddressId, removesTrackers } = destination
  const { message: shown, removed } = removesTrackers
    ? await removeFromForward(services, received)
    : { message: received, removed: undefined }
  const { message, hasFooter } = footer
    ? await addFooterToForward(services, shown, footer)
    : { message: shown, hasFooter: false }
  if (!isRewritten(destination)) return { message, removed, hasFooter, keyState: null }
  // What comes before takes a while, in which the destination may have got a key.
  const encrypted = await encryptForward(services, forwardingAddressId, message, isLast)
  return 'withheld' in encrypted ? encrypted : { ...encrypted, removed, hasFooter }
}
