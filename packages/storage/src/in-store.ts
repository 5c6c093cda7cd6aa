import { StorageError } from './storage.ts'

/** Turns errors of the store into StorageError, to distinguish them from others. */
export async function inStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new StorageError('the store is not available', { cause: error })
  }
}
