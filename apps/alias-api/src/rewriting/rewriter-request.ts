import type { Encryption } from '../pgp/encrypt-message.ts'
import type { Footer } from './add-footer.ts'
import type { Removed } from './removed.ts'

/** What to do with a message. */
export type Rewriting =
  | { does: 'removeTrackers' }
  | ({ does: 'addFooter' } & Footer)
  | ({ does: 'encrypt' } & Encryption)

/** What was done. */
export interface Rewritten {
  /** Only where trackers were to be removed. */
  removed?: Removed | undefined
  /** Only where a footer was to be added: whether the new message is whole and has it. */
  hasFooter?: boolean | undefined
}

/**
 * A message to a rewriter process: what to do with a message, which then asks for its pieces one after the other, and
 * returns those of the new one, each when the one before it is taken.
 */
export type RewriterRequest = { begin: Rewriting } | { piece: Uint8Array | null } | { isTaken: true }

/** A message from a rewriter process. */
export type RewriterAnswer =
  | { wants: 'piece' | 'first piece' }
  | { bytes: Uint8Array }
  | { rewritten: Rewritten }
  | { error: string }
