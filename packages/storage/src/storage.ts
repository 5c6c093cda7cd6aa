/** The store could not be read or written now; the sender of the content is not at fault. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/** Consecutive bytes of a content. */
export interface ByteRange {
  /** How many bytes are before the first of them. */
  at: number
  bytes: number
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
  /**
   * @param range absent: all of it
   * @throws StorageError, also while the stream is read
   */
  open(id: string, range?: ByteRange): Promise<AsyncIterable<Buffer>>
  /** Deletes content that no row references, which the sweep would do an hour later. Changes nothing where one does. */
  discard(id: string): Promise<void>
}
