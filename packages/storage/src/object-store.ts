import type { ByteRange } from './storage.ts'

/** A store of objects that are written once. */
export interface ObjectStore {
  /** @returns once the object is durable; `open` may be called several times */
  put(key: string, object: { size: number; sha256: string; open(): AsyncIterable<Buffer> }): Promise<void>
  /**
   * @param range absent: all of it
   * @throws where the store does not return the object
   */
  get(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>>
  /** Succeeds also for an object that does not exist. */
  delete(key: string): Promise<void>
}
