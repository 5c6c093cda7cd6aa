import type { Socket } from 'node:net'
import { errors } from 'undici'

// More than the headers, the 64 KB that are read of a body, and ordinary chunking need.
const maxBytes = 256 * 1024
// undici creates an object of 256 bytes for each header and trailer, even for one of three bytes.
const maxLines = 512

const continueStatus = Buffer.from('HTTP/1.1 100')
const newline = 0x0a

/**
 * Adds to a connection of undici the limits that undici does not have:
 * - A response ends at 256 KB and at 512 lines, whatever these are: undici has no limit for 1xx responses, reason
 *   phrases and chunk extensions, and a generous one for headers and trailers. undici then reports a
 *   ResponseExceededMaxSizeError.
 * - 100 Continue is skipped, requested or not (RFC 9110, 15.2). Some servers send it before every response, and undici
 *   would fail.
 */
export function limitAnswers(socket: Socket): void {
  let written = 0
  let bytes = 0
  let lines = 0
  let isStatusNext = true

  const isTooLong = (): boolean => bytes > maxBytes || lines > maxLines

  /** Returns the end of the chunk's first line over the limit, if any. */
  const count = (chunk: Buffer): number => {
    bytes += chunk.length
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
      lines += 1
      if (lines > maxLines) return at
    }
    return chunk.length
  }

  // undici's parser reads data in the same way.
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk = isTooLong() ? null : (read(size) as Buffer | null)
    if (chunk === null) return null
    // A whole request is written at once, so bytes after it are its response.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      bytes = 0
      lines = 0
      isStatusNext = true
    }
    if (isStatusNext) isStatusNext = passOverContinue(chunk)
    const within = chunk.subarray(0, count(chunk))
    // Not before undici has parsed the bytes within the limits, because the status may be among them.
    if (isTooLong()) queueMicrotask(() => socket.destroy(new errors.ResponseExceededMaxSizeError()))
    return within
  }
}

/** Turns each leading 100 into a 102, which undici does skip. Returns whether the final response is still to come. */
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
