import type { Storage } from '@waypost/storage'
import type { Stored } from '../storage/stored.ts'
import { createBodyHasher } from './hash-body.ts'
import { splitMessage } from './split-message.ts'

/**
 * What a signature signs of the body of a message whose header is in its row.
 *
 * @returns undefined where the body is there, too
 */
export async function hashBodyOf(
  storage: Pick<Storage, 'open'>,
  { content, restId, bodyHash }: Stored & { bodyHash: string | null },
): Promise<string | undefined> {
  if (restId === null) return undefined
  if (bodyHash !== null) return bodyHash
  // It came in before hashes were kept.
  const hasher = createBodyHasher()
  hasher.update(splitMessage(content).body)
  for await (const piece of await storage.open(restId)) hasher.update(piece)
  return hasher.digest()
}
