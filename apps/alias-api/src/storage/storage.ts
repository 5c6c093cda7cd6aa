/** What a row keeps of a message or a file. What is not longer is in its row alone. */
export const rowBytes = 256 * 1024

/** What is kept could not be read or written now, which is nobody's fault who sent it. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/** Keeps what is too large for a row. */
export interface Storage {
  /**
   * Keeps what is read, to its end. A row must name it within an hour; what none names is taken away then.
   *
   * @returns its id
   * @throws StorageError, or what `content` throws
   */
  put(content: AsyncIterable<Buffer>): Promise<string>
  /** @throws StorageError, also while it is read */
  open(id: string): Promise<AsyncIterable<Buffer>>
}

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
