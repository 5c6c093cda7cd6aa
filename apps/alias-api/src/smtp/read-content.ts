import type { Readable } from 'node:stream'

/** Room for what is being received, for all connections together. */
export interface Room {
  bytes: number
}

/**
 * Reads a message to its end. What does not fit into the limit or the room is let go while it comes, so that nobody can
 * make this process keep more than that.
 *
 * @returns undefined where the room did not suffice; nothing useful where the limit did not, which the server refuses
 */
export async function readContent(
  stream: Readable,
  room: Room,
  limitBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  let taken = 0
  let isCrowded = false
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length
      isCrowded ||= chunk.length > room.bytes
      if (isCrowded || length > limitBytes) {
        chunks.length = 0
        continue
      }
      chunks.push(chunk)
      room.bytes -= chunk.length
      taken += chunk.length
    }
    return isCrowded ? undefined : Buffer.concat(chunks)
  } finally {
    room.bytes += taken
  }
}
