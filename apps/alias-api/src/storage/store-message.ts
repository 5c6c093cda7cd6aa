import type { Storage } from '@waypost/storage'
import type { ReadContent } from '../inbound/incoming-message.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import { createBodyHasher, type BodyHasher } from '../signing/hash-body.ts'
import { splitMessage } from '../signing/split-message.ts'
import { splitAt } from './split-at.ts'
import { rowBytes } from './stored.ts'

/** Stores the part of a message that is too large for a row as it comes, and returns the rest of it for its row. */
export async function storeMessage(
  message: AsyncIterable<Buffer>,
  storage: Pick<Storage, 'put'>,
): Promise<ReadContent> {
  let size = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of message) {
      size += chunk.length
      yield chunk
    }
  }
  const { first: content, rest } = await splitAt(counted(), rowBytes)
  if (!rest) return { content, restId: null, size, bodyHash: null }
  const hasher = createBodyHasher()
  hasher.update(splitMessage(content).body)
  const restId = await storage.put(hashing(rest, hasher))
  // Where the header does not fit in the row, the start of the body is unknown.
  return { content, restId, size, bodyHash: hasWholeHead(content) ? hasher.digest() : null }
}

async function* hashing(whole: AsyncIterable<Buffer>, hasher: BodyHasher): AsyncGenerator<Buffer> {
  for await (const chunk of whole) {
    hasher.update(chunk)
    yield chunk
  }
}
