const lineFeed = 10
const carriageReturn = 13

/** What mailauth's parser has of the separation of a header from its body. */
export interface HeaderReader {
  state: string
  /** The last bytes of the header so far. */
  stateBytes: number[]
  /** How many the header has so far. */
  headerBytes: number
  headerChunks: Buffer[]
  /** The last byte of the message so far. */
  lastByte?: number | undefined
  emitHeaders(chunk?: Buffer): Promise<void>
  nextChunk(chunk: Buffer): Promise<void>
  processChunk(chunk: Buffer): Promise<void>
  ensureLinebreaks(input: Buffer): Generator<Buffer>
}

/**
 * The two steps of mailauth's parser that read each byte, with the same results. Its own make an array for each byte of a
 * header, which was most of the garbage of a check, and take a generator's step for each byte of the message.
 */
export function readHeaders({
  ensureLinebreaks,
}: HeaderReader): Pick<HeaderReader, 'processChunk' | 'ensureLinebreaks'> {
  return {
    async processChunk(this: HeaderReader, chunk) {
      if (chunk.length === 0) return
      if (this.state !== 'header') return this.nextChunk(chunk)
      const end = endOfHeader(chunk, this)
      if (end === undefined) {
        this.headerBytes += chunk.length
        this.stateBytes = [...this.stateBytes, ...chunk.subarray(-2)].slice(-2)
        this.headerChunks.push(chunk)
        return
      }
      await this.emitHeaders(chunk.subarray(0, end))
      if (end < chunk.length) await this.nextChunk(chunk.subarray(end))
    },
    *ensureLinebreaks(this: HeaderReader, input) {
      if (hasBareLineFeed(input, this.lastByte)) yield* ensureLinebreaks.call(this, input)
      else {
        this.lastByte = input.at(-1) ?? this.lastByte
        yield input
      }
    },
  }
}

/** Where a header ends in a chunk: after its empty line. */
function endOfHeader(chunk: Buffer, { stateBytes, headerBytes }: HeaderReader): number | undefined {
  const byteAt = (at: number): number | undefined => (at < 0 ? stateBytes.at(at) : chunk[at])
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) {
    const before = byteAt(at - 1)
    const isFirstLine = headerBytes + at === (before === carriageReturn ? 1 : 0)
    if (isFirstLine || before === lineFeed) return at + 1
    if (before === carriageReturn && byteAt(at - 2) === lineFeed) return at + 1
  }
  return undefined
}

function hasBareLineFeed(input: Buffer, lastByte: number | undefined): boolean {
  for (let at = 0; at < input.length; at += 1)
    if (input[at] === lineFeed && (at === 0 ? lastByte : input[at - 1]) !== carriageReturn) return true
  return false
}
