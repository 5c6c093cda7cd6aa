import { Readable } from 'node:stream'
import { DomainError } from '@waypost/http'
import { StorageError, type Storage } from '@waypost/storage'
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
  try {
    const rest = await storage.open(restId)
    return { content: Readable.from(whole(content, rest), { objectMode: false }), size }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new DomainError('unavailable', 'The content cannot be read at the moment', { cause: error })
  }
}

async function* whole(content: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield content
  yield* rest
}
