import type { Storage } from '@waypost/storage'

/** What a row keeps of a message or a file. What is not longer is in its row alone. */
export const rowBytes = 256 * 1024

/** A row that may have a rest. */
export interface Stored {
  content: Buffer
  restId: string | null
}

/** A message or a file from its first byte to its last. */
export async function* readWhole(
  storage: Pick<Storage, 'open'>,
  { content, restId }: Stored,
): AsyncGenerator<Buffer> {
  yield content
  if (restId !== null) yield* readRest(storage, restId)
}

/** What is in the store alone. */
export async function* readRest(storage: Pick<Storage, 'open'>, id: string): AsyncGenerator<Buffer> {
  yield* await storage.open(id)
}
