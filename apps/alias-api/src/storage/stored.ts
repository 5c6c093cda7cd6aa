import type { Storage } from '@waypost/storage'

/** How much of a message or a file its row stores. A shorter one is in its row alone. */
export const rowBytes = 256 * 1024

/** A row whose rest may be in the store. */
export interface Stored {
  content: Buffer
  restId: string | null
}

/** Reads a message or a file from its first byte to its last. */
export async function* readWhole(
  storage: Pick<Storage, 'open'>,
  { content, restId }: Stored,
): AsyncGenerator<Buffer> {
  yield content
  if (restId !== null) yield* readRest(storage, restId)
}

/** Reads the part that is in the store. */
export async function* readRest(storage: Pick<Storage, 'open'>, id: string): AsyncGenerator<Buffer> {
  yield* await storage.open(id)
}
