import { Readable } from 'node:stream'
import { DomainError } from '@waypost/http'
import { StorageError, type Storage } from '@waypost/storage'
import { startingWith } from '../storage/split-at.ts'
import type { Stored } from '../storage/stored.ts'

/** A stored file that somebody reads or downloads. */
export interface KeptFile {
  /** A large file as a stream, which ends with an error where the store does not return all of it. */
  content: Buffer | Readable
  /** In bytes. */
  size: number
}

/** @throws DomainError `unavailable` where the store cannot return the file at the moment */
export async function openFile(
  storage: Pick<Storage, 'open'>,
  { content, restId, size }: Stored & { size: number },
): Promise<KeptFile> {
  if (restId === null) return { content, size }
  const rest = await orUnavailable(storage.open(restId))
  return { content: toReadable(startingWith(content, rest)), size }
}

export const toReadable = (content: AsyncIterable<Buffer>): Readable =>
  Readable.from(content, { objectMode: false })

/** @throws DomainError `unavailable` where the store does not answer */
export async function orUnavailable<Result>(opening: Promise<Result>): Promise<Result> {
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new DomainError('unavailable', 'The content cannot be read at the moment', { cause: error })
  }
}
