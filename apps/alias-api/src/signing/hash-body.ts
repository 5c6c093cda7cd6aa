import { createHash } from 'node:crypto'

const space = 32
const tab = 9
const carriageReturn = 13
const lineFeed = 10
const lineEnds = Buffer.from('\r\n'.repeat(1024))

/** The hash of a body that comes in chunks. */
export interface BodyHasher {
  update(chunk: Buffer): void
  /** In base64. */
  digest(): string
}

/**
 * SHA-256 of the lines of a body as they are signed, in the relaxed form (RFC 6376 section 3.4): no white space at their
 * ends, one space where there was more, no empty lines at the end. Reads each byte once, of a body with CRLF at the end
 * of each line.
 */
export function createBodyHasher(): BodyHasher {
  const hash = createHash('sha256')
  let isEmpty = true
  // What is held back until something follows it: ends of lines, of earlier chunks and of this one, a space, a CR.
  let earlierEnds = 0
  let ends = 0
  let hasSpace = false
  let hasReturn = false

  const hashEarlierEnds = (): void => {
    while (earlierEnds > 0) {
      const count = Math.min(earlierEnds, lineEnds.length / 2)
      hash.update(lineEnds.subarray(0, 2 * count))
      earlierEnds -= count
    }
  }
  /** Writes what was held back, now that something follows it; returns how much there is then. */
  const release = (canonical: Buffer, length: number): number => {
    if (earlierEnds > 0) hashEarlierEnds()
    let end = length
    for (; ends > 0; ends -= 1) {
      canonical[end] = carriageReturn
      canonical[end + 1] = lineFeed
      end += 2
    }
    if (hasSpace) {
      canonical[end] = space
      end += 1
      hasSpace = false
    }
    return end
  }
  return {
    update(chunk) {
      // With room for a space and a CR of the chunk before.
      const canonical = Buffer.allocUnsafe(chunk.length + 2)
      let length = 0
      let isHolding = true
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at]!
        // Of most bytes there is nothing to think about, as long as nothing else is asked for each of them.
        if (byte > space && !isHolding) {
          canonical[length] = byte
          length += 1
          continue
        }
        isHolding = true
        if (hasReturn) {
          hasReturn = false
          if (byte === lineFeed) {
            ends += 1
            hasSpace = false
            continue
          }
          length = release(canonical, length)
          canonical[length] = carriageReturn
          length += 1
        }
        if (byte === space || byte === tab) hasSpace = true
        else if (byte === carriageReturn) hasReturn = true
        else {
          length = release(canonical, length)
          canonical[length] = byte
          length += 1
          isHolding = false
        }
      }
      earlierEnds += ends
      ends = 0
      if (length === 0) return
      isEmpty = false
      hash.update(canonical.subarray(0, length))
    },
    digest() {
      if (hasReturn) {
        hashEarlierEnds()
        hash.update(hasSpace ? ' \r' : '\r')
        isEmpty = false
      }
      if (!isEmpty) hash.update('\r\n')
      return hash.digest('base64')
    },
  }
}

/** Of a body that is there as a whole. */
export function hashBody(body: Buffer): string {
  const hasher = createBodyHasher()
  hasher.update(body)
  return hasher.digest()
}
