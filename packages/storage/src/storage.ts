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
