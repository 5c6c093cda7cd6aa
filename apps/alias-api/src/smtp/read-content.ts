import type { Readable } from 'node:stream'
import type { Storage } from '@waypost/storage'
import { createBodyHasher, type BodyHasher } from '../signing/hash-body.ts'
import { splitMessage } from '../signing/split-message.ts'
import { splitAt } from '../storage/split-at.ts'
import type { ReadContent } from '../inbound/incoming-message.ts'
import { rowBytes } from '../storage/stored.ts'
import { createFaultFinder } from './find-fault.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import { faulty, noRoom, tooLarge } from './refusal.ts'

/** Room in memory for what is being received, for all connections together. */
export interface Room {
  bytes: number
}

// What goes into the row, and the piece that is being written.
const mostHeld = 2 * rowBytes

/**
 * Reads a message to its end, and keeps what is too large for a row as it comes: no more of it than a row and a piece is
 * in memory, however large it is and however slowly it is sent.
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
    const { first: content, rest } = await splitAt(checked(), rowBytes)
    if (!rest) return { content, restId: null, size, bodyHash: null }
    const hasher = createBodyHasher()
    hasher.update(splitMessage(content).body)
    const restId = await storage.put(hashing(rest, hasher))
    // Of one whose header does not fit, nobody knows where the body begins.
    return { content, restId, size, bodyHash: hasWholeHead(content) ? hasher.digest() : null }
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

async function* hashing(whole: AsyncIterable<Buffer>, hasher: BodyHasher): AsyncGenerator<Buffer> {
  for await (const chunk of whole) {
    hasher.update(chunk)
    yield chunk
  }
}
