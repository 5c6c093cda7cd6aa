import type { FilePiece } from './parse-large-message.ts'
import type { ParsedMessage } from './parse-message.ts'

/**
 * A message to a parser process: a whole mail, or that a large one follows. The process asks for the pieces of a
 * large one one after the other, returns its files piece by piece, and continues when each is stored.
 */
export type ParserRequest = Uint8Array | { isLarge: true } | { piece: Uint8Array | null } | { isStored: true }

/** A message from a parser process. */
export type ParserAnswer =
  | { parsed: ParsedMessage }
  | { error: string }
  | { wants: 'piece' }
  | (Omit<FilePiece, 'bytes'> & { bytes: Uint8Array })
