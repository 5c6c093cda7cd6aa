/** A store of objects that are written once. */
export interface ObjectStore {
  /** @returns once the object is durable; `open` may be called several times */
  put(key: string, object: { size: number; sha256: string; open(): AsyncIterable<Buffer> }): Promise<void>
  /** @throws where the store does not return the object */
  get(key: string): Promise<AsyncIterable<Buffer>>
  /** Succeeds also for an object that does not exist. */
  delete(key: string): Promise<void>
}
