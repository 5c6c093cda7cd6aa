import type { Fed } from './feed.ts'

/** Decodes a transfer encoding, of whose text it gets one part after the other. */
export interface LineDecoder {
  /**
   * Whether a content that begins with this line is in the encoding at all.
   *
   * @param isAll whether nothing follows
   */
  isBegunBy(line: string, isAll: boolean): boolean
  write(text: string): Buffer[]
  end(): Buffer[]
}

const shownBytes = 1000

/** Decodes a content, or leaves it as it is where its first line shows that it is not in the encoding that it claims. */
export function decodeOrLeave(decoder: LineDecoder): Fed<Buffer> {
  /** The content so far, while what it is in is not known. */
  let held: Buffer | undefined = Buffer.alloc(0)
  let isEncoded = true

  const read = (bytes: Buffer): Buffer[] => (isEncoded ? decoder.write(bytes.toString('latin1')) : [bytes])
  const choose = (begun: Buffer, line: string, isAll: boolean): Buffer[] => {
    held = undefined
    isEncoded = line === '' || decoder.isBegunBy(line, isAll)
    return read(begun)
  }
  return {
    async write(bytes) {
      if (!held) return read(bytes)
      held = Buffer.concat([held, bytes])
      const { line, rest } = beginningOf(held)
      return held.length > shownBytes || rest !== '' ? choose(held, line, false) : []
    },
    async end() {
      const rest = held ? choose(held, beginningOf(held).line, true) : []
      return isEncoded ? [...rest, ...decoder.end()] : rest
    },
  }
}

/** A content's first line that is not empty, and what follows it. */
function beginningOf(content: Buffer): { line: string; rest: string } {
  const text = content.toString('latin1', 0, shownBytes).trimStart()
  const end = text.indexOf('\n')
  return end === -1
    ? { line: text.trimEnd(), rest: '' }
    : { line: text.slice(0, end).trimEnd(), rest: text.slice(end).trim() }
}
