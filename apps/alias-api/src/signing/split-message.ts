export interface SplitMessage {
  /** The header's fields in order, one character per byte, folded as received and without their last CRLF. */
  fields: string[]
  body: Buffer
}

/** Splits a message, with CRLF at the end of each line, at its first empty line. */
export function splitMessage(content: Buffer): SplitMessage {
  const body = bodyOf(content)
  if (content.indexOf('\r\n') === 0) return { fields: [], body }
  const end = content.indexOf('\r\n\r\n')
  const head = content.toString('latin1', 0, end === -1 ? content.length : end)
  return { fields: head.split(/\r\n(?![ \t])/).filter((field) => field !== ''), body }
}

/** The body alone. */
export function bodyOf(content: Buffer): Buffer {
  if (content.indexOf('\r\n') === 0) return content.subarray(2)
  const end = content.indexOf('\r\n\r\n')
  return end === -1 ? Buffer.alloc(0) : content.subarray(end + 4)
}

/** In lower case. */
export function nameOf(field: string): string {
  return field
    .slice(0, Math.max(field.indexOf(':'), 0))
    .trim()
    .toLowerCase()
}
