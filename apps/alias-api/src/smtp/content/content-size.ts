const carriageReturn = 13
const lineFeed = 10
const hyphen = 45
const space = 32
const tab = 9
const declaration = Buffer.from('content-transfer-encoding:base64')
const colonAt = declaration.indexOf(':')
const isOther = -1

export interface ContentSize {
  /** Reads the message from its beginning, in chunks of any size. */
  read(chunk: Buffer): void
  /** The bytes so far, with what is in base64 counted as the bytes that it encodes. */
  bytes(): number
}

/**
 * Counts how much a message contains: a file in base64 is sent as 37 % more than it has, which should not count against
 * its sender. A line that begins with two hyphens is taken for the border of a part, and what follows for its header. Text
 * that looks like one can only make the content seem smaller, by a quarter at most, so the size as it is sent needs a limit
 * of its own.
 */
export function createContentSize(): ContentSize {
  let bytes = 0
  let isInHeader = true
  let isInBase64 = false
  // Whether the header has said that the body is base64.
  let declaresBase64 = false
  let length = 0
  let last = 0
  let hyphens = 0
  // How many characters of the declaration the line begins with, or `isOther`.
  let matched = 0

  const endLine = (): void => {
    const textLength = length - (last === carriageReturn ? 2 : 1)
    if (hyphens === 2) {
      isInHeader = true
      isInBase64 = declaresBase64 = false
      bytes += length
    } else if (isInHeader) {
      bytes += length
      if (matched === declaration.length) declaresBase64 = true
      if (textLength === 0) {
        isInHeader = false
        isInBase64 = declaresBase64
      }
    } else bytes += isInBase64 ? (textLength * 3) / 4 : length
    length = last = hyphens = matched = 0
  }
  const match = (byte: number): void => {
    if (matched > colonAt && (byte === space || byte === tab)) return
    // In lower case; no other character of the declaration changes by it.
    matched = (byte | 32) === declaration[matched] ? matched + 1 : isOther
  }
  return {
    read(chunk) {
      // Byte by byte, in a tight loop, as faults are found.
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at]!
        length += 1
        if (byte === lineFeed) {
          endLine()
          continue
        }
        last = byte
        if (length <= 2 && byte === hyphen && hyphens === length - 1) hyphens = length
        if (isInHeader && matched !== isOther && matched < declaration.length) match(byte)
      }
    },
    bytes: () => Math.floor(bytes) + length,
  }
}
