import { buffer } from 'node:stream/consumers'
import { StorageError, type Storage } from '@waypost/storage'
import type { StoredAction } from '../action.ts'
import { hashContents } from './hash-contents.ts'

/** The file of an upload step, as it is in a row. */
export type FileOfStep = NonNullable<Extract<StoredAction, { type: 'upload' }>['file']>

/**
 * @param storage absent: only files whose contents are in the step can be read
 *
 * @throws StorageError where the store does not return all of the stored contents
 */
export async function readFile(
  storage: Pick<Storage, 'open'> | undefined,
  file: FileOfStep,
): Promise<Buffer> {
  if ('contentBase64' in file) return Buffer.from(file.contentBase64, 'base64')
  if (!storage) throw new StorageError('there is no storage')
  const contents = await buffer(await storage.open(file.blobId))
  if (hashContents(contents) !== file.sha256)
    throw new StorageError(`the blob ${file.blobId} is not what was put there`)
  return contents
}
