import type { Readable } from 'node:stream'
import { inPieces } from '../storage/in-pieces.ts'
import { pieceBytes, type Storage, type Stored } from '../storage/storage.ts'
import { createFaultFinder } from './find-fault.ts'
import { faulty, noRoom, tooLarge } from './refusal.ts'

/** Room in memory for what is being received, for all connections together. */
export interface Room {
  bytes: number
}

/** A message as it is kept: in its row, and in the store what is too large for that. */
export interface ReadContent extends Stored {
  /** Of all of it. */
  size: number
}

// The piece that goes into the row, and the one that is being written.
const mostHeld = 2 * pieceBytes

/**
 * Reads a message to its end, and keeps what is too large for a row as it comes: no more than two pieces of it are in
 * memory, however large it is and however slowly it is sent.
 *
 * @throws Refusal for one that is too large or that nobody may take, of which nothing is kept, and where there is no room
 */
export async function readContent(
  stream: Readable,
  room: Room,
  limitBytes: number,
  storage: Pick<Storage, 'put'>,
): Promise<ReadContent> {
  let size = 0
  let taken = 0
  async function* checked(): AsyncGenerator<Buffer> {
    const finder = createFaultFinder()
    const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limitBytes) throw tooLarge()
      const needed = Math.min(chunk.length, mostHeld - taken)
      if (needed > room.bytes) throw noRoom()
      room.bytes -= needed
      taken += needed
      finder.read(chunk)
      refuse(finder.fault(false))
      yield chunk
    }
    refuse(finder.fault(true))
  }
  try {
    const pieces = inPieces(checked())
    const first = await pieces.next()
    const second = await pieces.next()
    const restId = second.done ? null : await storage.put(startingWith(second.value, pieces))
    return { content: first.value ?? Buffer.alloc(0), restId, size }
  } catch (error) {
    // What is not read holds up the answer.
    stream.resume()
    throw error
  } finally {
    room.bytes += taken
  }
}

const refuse = (fault: ReturnType<ReturnType<typeof createFaultFinder>['fault']>): void => {
  if (fault) throw faulty(fault)
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
