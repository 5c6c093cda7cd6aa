import type { Storage } from '@waypost/storage'
import type { StoredAction } from '../action.ts'
import { hashContents } from './hash-contents.ts'
import { inStorage } from './in-storage.ts'

/**
 * Stores the files of the actions that are not stored yet. The caller must write a version with them within an hour,
 * after which unused files are deleted.
 *
 * @param known actions whose files are reused where their contents are the same
 *
 * @returns the actions as rows have them
 *
 * @throws DomainError `unavailable`
 */
export async function storeFiles(
  storage: Pick<Storage, 'put'>,
  actions: StoredAction[],
  known: StoredAction[] = [],
): Promise<StoredAction[]> {
  const blobs = new Map<string, string>(
    [...known, ...actions].flatMap((action) =>
      action.type === 'upload' && 'blobId' in action.file
        ? [[action.file.sha256, action.file.blobId] as const]
        : [],
    ),
  )
  const stored: StoredAction[] = []
  for (const action of actions) {
    if (action.type !== 'upload' || 'blobId' in action.file) stored.push(action)
    else {
      const { name, contentType, contentBase64 } = action.file
      const contents = Buffer.from(contentBase64, 'base64')
      const sha256 = hashContents(contents)
      const blobId = blobs.get(sha256) ?? (await inStorage(() => storage.put(whole(contents))))
      blobs.set(sha256, blobId)
      stored.push({ ...action, file: { name, contentType, size: contents.length, sha256, blobId } })
    }
  }
  return stored
}

async function* whole(contents: Buffer): AsyncGenerator<Buffer> {
  yield contents
}
