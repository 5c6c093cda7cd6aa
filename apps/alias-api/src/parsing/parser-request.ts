import type { FilePiece } from './parse-large-message.ts'
import type { ParsedMessage } from './parse-message.ts'

/**
 * What a process that reads messages is told: a message, or that a large one comes. Of that it asks for one piece after
 * the other, and says of its files one after the other, and goes on when it is told to.
 */
export type ParserRequest = Uint8Array | { isLarge: true } | { piece: Uint8Array | null } | { isKept: true }

/** What it answers. */
export type ParserAnswer =
  | { parsed: ParsedMessage }
  | { error: string }
  | { wants: 'piece' }
  | (Omit<FilePiece, 'bytes'> & { bytes: Uint8Array })
