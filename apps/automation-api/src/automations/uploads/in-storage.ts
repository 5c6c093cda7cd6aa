import { DomainError } from '@waypost/http'
import { StorageError } from '@waypost/storage'

/** @throws DomainError `unavailable` where the store fails */
export async function inStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new DomainError('unavailable', storageUnavailable, { cause: error })
  }
}

export const storageUnavailable = 'Uploads cannot be read or kept at the moment'
