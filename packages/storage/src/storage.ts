/** The store could not be read or written now; the sender of the content is not at fault. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/** Stores content that is too large for a row. */
export interface Storage {
  /**
   * Stores a stream, read to its end. A row must reference it within an hour; otherwise it is deleted.
   *
   * @returns its id
   * @throws StorageError, or what `content` throws
   */
  put(content: AsyncIterable<Buffer>): Promise<string>
  /** @throws StorageError, also while the stream is read */
  open(id: string): Promise<AsyncIterable<Buffer>>
}
