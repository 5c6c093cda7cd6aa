import type { Storage } from '@waypost/storage'
import type { Action, StoredAction } from '../action.ts'
import { listActions } from '../nesting/list-actions.ts'
import { mapActions } from '../nesting/map-actions.ts'
import { inStorage } from './in-storage.ts'
import { readFile } from './read-file.ts'

/**
 * The actions as they were written, with the contents of their files.
 *
 * @throws DomainError `unavailable`
 */
export async function loadFiles(storage: Pick<Storage, 'open'>, actions: StoredAction[]): Promise<Action[]> {
  const contents = new Map<string, Buffer>()
  for (const { name, file } of listActions(actions).filter((action) => action.type === 'upload'))
    if (file) contents.set(name, await inStorage(() => readFile(storage, file)))
  return mapActions<StoredAction, Action>(actions, (action) => {
    // What is within it is replaced after it.
    if (action.type !== 'upload' || !action.file) return action as Action
    const { name, contentType } = action.file
    const contentBase64 = contents.get(action.name)!.toString('base64')
    return { ...action, file: { name, contentType, contentBase64 } }
  })
}
