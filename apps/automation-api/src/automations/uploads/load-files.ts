import type { Storage } from '@waypost/storage'
import type { Action, StoredAction } from '../action.ts'
import { inStorage } from './in-storage.ts'
import { readFile } from './read-file.ts'

/**
 * The actions as they were written, with the contents of their files.
 *
 * @throws DomainError `unavailable`
 */
export async function loadFiles(storage: Pick<Storage, 'open'>, actions: StoredAction[]): Promise<Action[]> {
  const loaded: Action[] = []
  for (const action of actions) {
    if (action.type !== 'upload') loaded.push(action)
    else {
      const { name, contentType } = action.file
      const contents = await inStorage(() => readFile(storage, action.file))
      loaded.push({ ...action, file: { name, contentType, contentBase64: contents.toString('base64') } })
    }
  }
  return loaded
}
