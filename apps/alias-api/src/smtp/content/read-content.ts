import type { Readable } from 'node:stream'
import type { Storage } from '@waypost/storage'
import type { ReadContent } from '../../inbound/incoming-message.ts'
import { storeMessage } from '../../storage/store-message.ts'
import { rowBytes } from '../../storage/stored.ts'
import { createContentSize } from './content-size.ts'
import { createFaultFinder } from './find-fault.ts'
import { faulty, noRoom, tooLarge } from '../refusal.ts'

/** The memory for messages that are being received, shared by all connections. */
export interface MemoryBudget {
  bytes: number
}

/** How many bytes a message may have: with its files as they are, and as it is sent. */
export interface MessageSizes {
  content: number
  message: number
}

// The content of the row, and the piece that is being written.
const maxHeldBytes = 2 * rowBytes

/**
 * Reads a message to its end, and stores the part that is too large for a row as it comes: no more than a row and a
 * piece of it are in memory, however large it is and however slowly it is sent.
 *
 * @throws Refusal where it is too large or faulty, in which case nothing is stored, and where there is no memory left
 */
export async function readContent(
  stream: Readable,
  budget: MemoryBudget,
  limits: MessageSizes,
  storage: Pick<Storage, 'put'>,
): Promise<ReadContent> {
  let size = 0
  let heldBytes = 0
  async function* checked(): AsyncGenerator<Buffer> {
    const finder = createFaultFinder()
    const content = createContentSize()
    const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      size += chunk.length
      content.read(chunk)
      if (size > limits.message || content.bytes() > limits.content) throw tooLarge()
      const needed = Math.min(chunk.length, maxHeldBytes - heldBytes)
      if (needed > budget.bytes) throw noRoom()
      budget.bytes -= needed
      heldBytes += needed
      finder.read(chunk)
      refuse(finder.fault(false))
      yield chunk
    }
    refuse(finder.fault(true))
  }
  try {
    return await storeMessage(checked(), storage)
  } catch (error) {
    // The answer cannot be sent before the client's data is read.
    stream.resume()
    throw error
  } finally {
    budget.bytes += heldBytes
  }
}

const refuse = (fault: ReturnType<ReturnType<typeof createFaultFinder>['fault']>): void => {
  if (fault) throw faulty(fault)
}
