import type { Storage, Stored } from '../storage/storage.ts'
import { createBodyHasher } from './hash-body.ts'
import { splitMessage } from './split-message.ts'

/** The hash of the body of a message whose header is in its row, and whose body may be elsewhere for the most part. */
export async function hashBodyOf(
  storage: Pick<Storage, 'open'>,
  { content, restId }: Stored,
): Promise<string> {
  const hasher = createBodyHasher()
  hasher.update(splitMessage(content).body)
  if (restId !== null) for await (const piece of await storage.open(restId)) hasher.update(piece)
  return hasher.digest()
}
