import type { Storage } from '@waypost/storage'
import type { Stored } from '../storage/stored.ts'
import { createBodyHasher } from './hash-body.ts'
import { bodyOf } from './split-message.ts'

/** The body hash of a message whose header is in its row: the stored one, if there is one. */
export async function hashBodyOf(
  storage: Pick<Storage, 'open'>,
  { content, restId, bodyHash }: Stored & { bodyHash: string | null },
): Promise<string> {
  if (bodyHash !== null) return bodyHash
  const hasher = createBodyHasher()
  hasher.update(bodyOf(content))
  // Only of a large message that was received before hashes were stored.
  if (restId !== null) for await (const piece of await storage.open(restId)) hasher.update(piece)
  return hasher.digest()
}
