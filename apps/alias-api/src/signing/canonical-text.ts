// RFC 6376 section 3.4, both in their relaxed form.

const space = 32
const tab = 9
const carriageReturn = 13
const lineFeed = 10

/** `Name: value` as it is signed: the name in lower case, one space where there was any white space. */
export function canonicalField(field: string): string {
  const colon = field.indexOf(':')
  const name = field.slice(0, colon).trim().toLowerCase()
  const value = field
    .slice(colon + 1)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim()
  return `${name}:${value}`
}

/**
 * The lines of a body as they are signed: no white space at their ends, one space where there was more, no empty lines
 * at the end. Reads each byte once.
 *
 * @param body with CRLF at the end of each line
 */
export function canonicalBody(body: Buffer): Buffer {
  const canonical = Buffer.allocUnsafe(body.length + 2)
  let length = 0
  // What is held back until something follows it.
  let emptyLines = 0
  let hasSpace = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!
    if (byte === space || byte === tab) {
      hasSpace = true
    } else if (byte === carriageReturn && body[at + 1] === lineFeed) {
      emptyLines += 1
      hasSpace = false
      at += 1
    } else {
      for (; emptyLines > 0; emptyLines -= 1) {
        canonical[length] = carriageReturn
        canonical[length + 1] = lineFeed
        length += 2
      }
      if (hasSpace) {
        canonical[length] = space
        length += 1
        hasSpace = false
      }
      canonical[length] = byte
      length += 1
    }
  }
  if (length === 0) return Buffer.alloc(0)
  canonical.write('\r\n', length, 'latin1')
  return canonical.subarray(0, length + 2)
}
