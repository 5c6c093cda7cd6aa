import { createHash } from 'node:crypto'

const space = 32
const tab = 9
const carriageReturn = 13
const lineFeed = 10
const lineEnds = Buffer.from('\r\n'.repeat(1024))

/** Hashes a body that comes in chunks. */
export interface BodyHasher {
  update(chunk: Buffer): void
  /** In base64. */
  digest(): string
}

/**
 * SHA-256 of a body in its relaxed canonical form (RFC 6376 section 3.4): no white space at line ends, runs of white
 * space as one space, no empty lines at the end. Reads each byte once. The body must have CRLF at the end of each
 * line.
 */
export function createBodyHasher(): BodyHasher {
  const hash = createHash('sha256')
  let isEmpty = true
  // Held back until another character follows: line ends of earlier chunks and of this one, a space, a CR.
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
  /** Writes the held back characters, now that another one follows; returns the new length. */
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
      // With room for a space and a CR of the previous chunk.
      const canonical = Buffer.allocUnsafe(chunk.length + 2)
      let length = 0
      let isHolding = true
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at]!
        // The fast path of most bytes, with as few conditions as possible.
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

/** Hashes a body that is in memory as a whole. */
export function hashBody(body: Buffer): string {
  const hasher = createBodyHasher()
  hasher.update(body)
  return hasher.digest()
}
