import type { Storage } from '@waypost/storage'
import type { StoredAction } from '../action.ts'
import type { StoredFile } from '../actions/field-actions.ts'
import { listActions } from '../nesting/list-actions.ts'
import { mapActions } from '../nesting/map-actions.ts'
import { hashContents } from './hash-contents.ts'
import { inStorage } from './in-storage.ts'

interface StoreOptions {
  /** Actions whose files are reused where their contents are the same. */
  known?: StoredAction[]
  /** Called before anything is stored, with the bytes of what is to be; throws where there is no room for it. */
  admit: (bytes: number) => Promise<void>
}

/**
 * Stores the files of the actions that are not stored yet. The caller must write a version with them within an hour,
 * after which unused files are deleted.
 *
 * @returns the actions as rows have them
 *
 * @throws DomainError `unavailable`
 */
export async function storeFiles(
  storage: Pick<Storage, 'put'>,
  actions: StoredAction[],
  { known = [], admit }: StoreOptions,
): Promise<StoredAction[]> {
  const blobs = new Map<string, string>(
    listActions([...known, ...actions]).flatMap((action) =>
      action.type === 'upload' && action.file && 'blobId' in action.file
        ? [[action.file.sha256, action.file.blobId] as const]
        : [],
    ),
  )
  const added = new Map<string, Buffer>()
  const files = new Map<string, Omit<StoredFile, 'blobId'>>()
  for (const action of listActions(actions)) {
    if (action.type !== 'upload' || !action.file || 'blobId' in action.file) continue
    const contents = Buffer.from(action.file.contentBase64, 'base64')
    const sha256 = hashContents(contents)
    if (!blobs.has(sha256)) added.set(sha256, contents)
    const { name, contentType } = action.file
    files.set(action.name, { name, contentType, size: contents.length, sha256 })
  }
  if (added.size > 0) await admit([...added.values()].reduce((bytes, { length }) => bytes + length, 0))
  for (const [sha256, contents] of added)
    blobs.set(sha256, await inStorage(() => storage.put(whole(contents))))
  return mapActions(actions, (action) => {
    const file = files.get(action.name)
    return action.type === 'upload' && file
      ? { ...action, file: { ...file, blobId: blobs.get(file.sha256)! } }
      : action
  })
}

async function* whole(contents: Buffer): AsyncGenerator<Buffer> {
  yield contents
}
