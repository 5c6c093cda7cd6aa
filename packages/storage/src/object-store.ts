/** A store of objects that are written once. */
export interface ObjectStore {
  /** @returns when it has it for good; `open` may be asked several times */
  put(key: string, object: { size: number; sha256: string; open(): AsyncIterable<Buffer> }): Promise<void>
  /** @throws where it does not give it */
  get(key: string): Promise<AsyncIterable<Buffer>>
  /** Also of what there is not. */
  delete(key: string): Promise<void>
}
