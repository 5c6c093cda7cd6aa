/**
 * What a process that reads messages is told. Either a message, which is answered with all that it says; or of a large one
 * its size, its pieces and its end, which is answered without the bytes of its attachments, and then for those.
 */
export type ParserRequest =
  | Uint8Array
  | { size: number }
  | { piece: Uint8Array }
  | { isEnd: true }
  | { attachment: number; start: number; end: number }
