import type { Transform } from 'node:stream'
import { Splitter, type MessageChunk, type MimeNode, type SplitterOptions } from '@zone-eu/mailsplit'
import { feed, type Fed } from './feed.ts'
import { maxNestingDepth } from './parse-message.ts'

/** A part's header, bytes of its body, or what is between parts. */
export type SplitChunk = MimeNode | (MessageChunk & ({ type: 'data' } | { type: 'body' }))

const maxParts = 10_000

/** Opens a splitter of a message into its parts, which does not look into attached messages. */
export const openSplitter = (): Fed<SplitChunk> =>
  feed<SplitChunk>(new OuterSplitter({ ignoreEmbedded: true, maxChildNodes: maxParts }))

/** Another part, or the end of all, of the part that is read or of the one around it. */
type Boundary = 1 | 2 | 3 | 4

/** What the splitter's types leave out. */
interface Inside {
  node: MimeNode & {
    _headerlen: number
    _parentBoundary: Buffer | false
    parseHeaders(): void
  }
  checkBoundary(line: Buffer): Boundary | false
  compareBoundary(line: Buffer, start: number, boundary: Buffer): 1 | 2 | false
}

interface Around {
  of: MimeNode['parentNode'] | undefined
  /** The parts around one, by their boundaries: of those with the same, the nearest. */
  parts: Map<string, { node: Inside['node']; boundary: Buffer }>
  /** How many bytes their longest boundary has. */
  longest: number
}

const BaseSplitter = Splitter as unknown as new (options: SplitterOptions) => Transform & Inside

/**
 * Ends nested parts that do not say where they end with a boundary of any part around them (RFC 2046, 5.1.2). The base class
 * looks for those of two parts alone, and takes what follows for more of the nested part. Only a multipart has parts: the base class
 * looks for them in any part whose type names a boundary.
 */
class OuterSplitter extends BaseSplitter {
  #around: Around = { of: undefined, longest: 0, parts: new Map() }
  readonly #texts = new WeakMap<Buffer, string>()

  override checkBoundary(line: Buffer): Boundary | false {
    if (this.node.headers && !this.node.multipart) Object.assign(this.node, { _boundary: false })
    return super.checkBoundary(line) || this.#checkOuter(line)
  }

  #checkOuter(line: Buffer): Boundary | false {
    const start = lineEndOf(line)
    if (line[start] !== dash || line[start + 1] !== dash) return false
    const { longest, parts } = this.#findAround()
    if (line.length > start + longest + mostBesideBoundary) return false
    const text = readLine(line, start + 2)
    const part = parts.get(text) ?? parts.get(text.replace(/--?$/, ''))
    const found = part && this.compareBoundary(line, start, part.boundary)
    if (!found) return false
    this.#closeHeader()
    this.node = part.node
    return found === 1 ? 3 : 4
  }

  /** Lists the parts around the one that is read, once for all of its lines. */
  #findAround(): Around {
    const { parentNode } = this.node
    if (this.#around.of === parentNode) return this.#around
    const around: Around = { of: parentNode, longest: 0, parts: new Map() }
    let node = parentNode
    for (let depth = 0; node && depth < maxNestingDepth; depth += 1) {
      const { _parentBoundary: boundary, parentNode: next } = node
      const text = boundary && this.#textOf(boundary)
      if (text && !around.parts.has(text)) {
        around.parts.set(text, { node, boundary })
        around.longest = Math.max(around.longest, text.length)
      }
      node = next
    }
    this.#around = around
    return around
  }

  /** Reads a boundary once for all parts that it is around, since it can be long. */
  #textOf(boundary: Buffer): string {
    const text = this.#texts.get(boundary) ?? boundary.toString('latin1')
    this.#texts.set(boundary, text)
    return text
  }

  /** Of a part that ends in its header. */
  #closeHeader(): void {
    const { _headerlen: length, headers } = this.node
    if (length === 0 || headers) return
    this.node.parseHeaders()
    this.push(this.node)
  }
}

const dash = 0x2d
/** In a line of a boundary: two dashes before and after it, and a line end. */
const mostBesideBoundary = 6

/** How many bytes of the line end before it a line begins with. */
function lineEndOf(line: Buffer): number {
  if (line[0] === 0x0d) return line[1] === 0x0a ? 2 : 1
  return line[0] === 0x0a ? 1 : 0
}

/** A line from a position to its end. */
function readLine(line: Buffer, start: number): string {
  let end = start
  while (end < line.length && line[end] !== 0x0d && line[end] !== 0x0a) end += 1
  return line.toString('latin1', start, end)
}
