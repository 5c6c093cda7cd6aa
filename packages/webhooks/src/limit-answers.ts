import type { Socket } from 'node:net'
import { errors } from 'undici'

// More than the headers, the 64 KB that are read of a body, and ordinary chunking take.
const maxBytes = 256 * 1024
// undici makes an object of a quarter kilobyte of each header and trailer, be it three bytes long.
const maxLines = 512

const continueStatus = Buffer.from('HTTP/1.1 100')
const newline = 0x0a

/**
 * Does for a connection that undici is to use what undici leaves undone about its answers:
 * - They end at 256 KB and at 512 lines, whatever these are: undici has no limit for 1xx answers, reason phrases and
 *   chunk extensions, and a generous one for headers and trailers. It then reports a ResponseExceededMaxSizeError.
 * - 100 Continue is passed over, asked for or not (RFC 9110, 15.2). Some servers send it before every answer, and
 *   undici would fail.
 */
export function limitAnswers(socket: Socket): void {
  let written = 0
  let bytes = 0
  let lines = 0
  let isStatusNext = true

  const isTooLong = (): boolean => bytes > maxBytes || lines > maxLines

  /** Says where the first line of the chunk ends that is too many, if any is. */
  const count = (chunk: Buffer): number => {
    bytes += chunk.length
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
      lines += 1
      if (lines > maxLines) return at
    }
    return chunk.length
  }

  // This is how undici's parser takes what has come.
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk = isTooLong() ? null : (read(size) as Buffer | null)
    if (chunk === null) return null
    // A whole request is written at once, so what comes after it is its answer.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      bytes = 0
      lines = 0
      isStatusNext = true
    }
    if (isStatusNext) isStatusNext = passOverContinue(chunk)
    const within = chunk.subarray(0, count(chunk))
    // Not before undici has parsed what is within the limits: the status may be in it.
    if (isTooLong()) queueMicrotask(() => socket.destroy(new errors.ResponseExceededMaxSizeError()))
    return within
  }
}

/** Makes 102, which undici does pass over, of each leading 100; says whether the answer proper is still to come. */
function passOverContinue(chunk: Buffer): boolean {
  let at = 0
  while (chunk.subarray(at, at + continueStatus.length).equals(continueStatus)) {
    chunk[at + continueStatus.length - 1] = '2'.charCodeAt(0)
    const end = chunk.indexOf('\r\n\r\n', at)
    if (end < 0) return false
    at = end + 4
  }
  return at === chunk.length
}
