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
  for (const action of listActions(actions))
    if (action.type === 'upload')
      contents.set(action.name, await inStorage(() => readFile(storage, action.file)))
  return mapActions<StoredAction, Action>(actions, (action) => {
    // What is within it is replaced after it.
    if (action.type !== 'upload') return action as Action
    const { name, contentType } = action.file
    const contentBase64 = contents.get(action.name)!.toString('base64')
    return { ...action, file: { name, contentType, contentBase64 } }
  })
}
