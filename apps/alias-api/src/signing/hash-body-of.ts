import { createRoom } from '../smtp/create-room.ts'
import type { Storage, Stored } from '../storage/storage.ts'
import { createBodyHasher } from './hash-body.ts'
import { splitMessage } from './split-message.ts'

// Large ones are read anew from the store for this: no more at a time than keep a processor busy, since each has some
// pieces in memory.
const reading = createRoom(2)

/** The hash of the body of a message whose header is in its row, and whose body may be elsewhere for the most part. */
export async function hashBodyOf(
  storage: Pick<Storage, 'open'>,
  { content, restId }: Stored,
): Promise<string> {
  const hasher = createBodyHasher()
  hasher.update(splitMessage(content).body)
  if (restId === null) return hasher.digest()
  return reading.within(1, async () => {
    for await (const piece of await storage.open(restId)) hasher.update(piece)
    return hasher.digest()
  })
}
