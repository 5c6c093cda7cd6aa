import { StorageError } from './storage.ts'

/** Tells what goes wrong in the store from what goes wrong elsewhere. */
export async function inStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new StorageError('the store does not do what it is asked', { cause: error })
  }
}
