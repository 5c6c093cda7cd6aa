import { InvalidResponseError, ResponseTooLongError } from './response-errors.ts'
import { parseHead, type ResponseHead } from './parse-head.ts'
import { createChunkReader } from './chunk-reader.ts'

/** What becomes of the response to a request. */
export interface ResponseEvents {
  /** The final response has begun: called once, with a status of 200 or more. */
  onHead(head: ResponseHead): void
  onData(chunk: Buffer): void
  /** The response is complete. */
  onEnd(): void
}

/** Reads the responses of one connection, one after the other. */
export interface ResponseReader {
  /** Begins to read the response to the next request. */
  begin(): void
  /** @throws InvalidResponseError or ResponseTooLongError, after which nothing more can be read */
  read(chunk: Buffer): void
  /** The receiver has ended the connection. Returns whether that ended the response as well, as HTTP allows. */
  end(): boolean
  /** Whether the connection can have a further request. */
  isReusable(): boolean
}

const maxHeadBytes = 16 * 1024
// Interim responses, the head, a body of the 64 KB that an attempt reads, and ordinary chunking.
const maxResponseBytes = 256 * 1024
// Of heads, chunk sizes and trailers: a line of three bytes costs as much as a long one. A response may have a hundred headers.
const maxLines = 512

const headEnd = '\r\n\r\n'
const carriageReturn = 0x0d
const newline = 0x0a
const nothing = Buffer.alloc(0)

type Part = 'none' | 'head' | 'length' | 'chunks' | 'rest'

/**
 * Reads HTTP/1.1 as strictly as llhttp does by default (RFC 9112): lines end in CRLF, no header is folded, and a response has
 * one length or chunks, not both. Interim responses (1xx) are passed over, except for a switch of protocols, which nobody asked
 * for. A response ends at 256 KB and at 512 lines beside its body, its head at 16 KB.
 */
export function createResponseReader(events: ResponseEvents): ResponseReader {
  let part = 'none' as Part
  let isReusable = true
  /** The beginning of a head whose end has not arrived. */
  let kept: Buffer = nothing
  let bytes = 0
  let lines = 0
  /** Of a body with a length. */
  let left = 0
  const count = (more: number): void => {
    lines += more
    if (lines > maxLines) throw new ResponseTooLongError()
  }
  const chunks = createChunkReader(
    (data) => events.onData(data),
    () => count(1),
  )

  const isComplete = (): boolean => part === 'none'
  const complete = (): void => {
    part = 'none'
    events.onEnd()
  }

  /** Takes the head and returns the rest, or undefined where the head is not complete. */
  const readHead = (chunk: Buffer): Buffer | undefined => {
    const whole = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    let from = 0
    // Some servers end a body with an empty line that its length does not count.
    while (whole[from] === carriageReturn || whole[from] === newline) from += 1
    // From where the end may begin that has not been looked for.
    const end = whole.indexOf(headEnd, Math.max(from, kept.length - headEnd.length + 1), 'latin1')
    if (end < 0) {
      kept = whole.subarray(from)
      if (kept.length > maxHeadBytes) throw new InvalidResponseError('The head is too long')
      checkBeginning(kept)
      return undefined
    }
    kept = nothing
    if (end - from > maxHeadBytes) throw new InvalidResponseError('The head is too long')
    const head = parseHead(whole.toString('latin1', from, end), maxLines - lines)
    count(head.lines)
    startBody(head)
    return whole.subarray(end + headEnd.length)
  }

  const startBody = (head: ResponseHead): void => {
    if (head.status < 200) {
      if (head.status === 101) throw new InvalidResponseError('The protocol was switched')
      return
    }
    isReusable = head.isKept
    if (head.hasNoBody || head.length === 0) part = 'none'
    else if (head.isChunked) {
      part = 'chunks'
      chunks.begin()
    } else if (head.length === undefined) {
      part = 'rest'
      isReusable = false
    } else {
      part = 'length'
      left = head.length
    }
    events.onHead(head)
    if (part === 'none') events.onEnd()
  }

  /** Takes what belongs to the body and returns the rest. */
  const readBody = (chunk: Buffer): Buffer => {
    if (part === 'rest') {
      events.onData(chunk)
      return nothing
    }
    if (part === 'chunks') {
      const rest = chunks.read(chunk)
      if (rest === undefined) return nothing
      complete()
      return rest
    }
    const own = chunk.length > left ? chunk.subarray(0, left) : chunk
    left -= own.length
    events.onData(own)
    if (left === 0) complete()
    return own === chunk ? nothing : chunk.subarray(own.length)
  }

  return {
    begin() {
      part = 'head'
      kept = nothing
      bytes = 0
      lines = 0
      isReusable = true
    },
    read(chunk) {
      bytes += chunk.length
      if (isComplete()) throw new InvalidResponseError('The receiver sends what nobody asked for')
      const within = bytes > maxResponseBytes ? chunk.subarray(0, -(bytes - maxResponseBytes)) : chunk
      let rest: Buffer | undefined = within
      while (rest !== undefined && rest.length > 0) {
        if (isComplete()) {
          isReusable = false
          return
        }
        rest = part === 'head' ? readHead(rest) : readBody(rest)
      }
      if (bytes > maxResponseBytes && !isComplete()) throw new ResponseTooLongError()
    },
    end() {
      if (part !== 'rest') return false
      complete()
      return true
    },
    isReusable: () => isReusable && isComplete(),
  }
}

const protocol = 'HTTP/1.'

/** Refuses at once what does not begin as a response does, such as the greeting of another protocol. */
function checkBeginning(head: Buffer): void {
  const beginning = head.toString('latin1', 0, protocol.length)
  if (!protocol.startsWith(beginning)) throw new InvalidResponseError('The response is not HTTP/1')
}
