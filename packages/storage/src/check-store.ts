import { createHash } from 'node:crypto'
import type { ObjectStore } from './object-store.ts'

// Processes write the same object again and again, so that none is left over for each start.
const key = 'readiness'
const content = Buffer.from('written by processes that start\n')
const sha256 = createHash('sha256').update(content).digest('hex')

/** Checks that a store takes what is written: why it does not; undefined where it does. */
export function checkStore(objects: Pick<ObjectStore, 'put'>): () => Promise<string | undefined> {
  return async () => {
    try {
      await objects.put(key, {
        size: content.length,
        sha256,
        async *open() {
          yield content
        },
      })
      return undefined
    } catch (error) {
      return `the object store cannot be written to: ${(error as Error).message}`
    }
  }
}
