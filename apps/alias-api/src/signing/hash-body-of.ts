import type { Storage } from '@waypost/storage'
import type { Stored } from '../storage/stored.ts'
import { createBodyHasher } from './hash-body.ts'
import { splitMessage } from './split-message.ts'

/**
 * The body hash of a message whose header is in its row.
 *
 * @returns undefined where its body is in the row, too
 */
export async function hashBodyOf(
  storage: Pick<Storage, 'open'>,
  { content, restId, bodyHash }: Stored & { bodyHash: string | null },
): Promise<string | undefined> {
  if (restId === null) return undefined
  if (bodyHash !== null) return bodyHash
  // The message was received before hashes were stored.
  const hasher = createBodyHasher()
  hasher.update(splitMessage(content).body)
  for await (const piece of await storage.open(restId)) hasher.update(piece)
  return hasher.digest()
}
