import type { ListedAction, StoredAction } from '../action.ts'
import { mapActions } from '../nesting/map-actions.ts'

/** The actions as lists show them. */
export const omitContents = (actions: StoredAction[]): ListedAction[] =>
  mapActions<StoredAction, ListedAction>(actions, (action) => {
    // What is within it is replaced after it.
    if (action.type !== 'upload' || !action.file) return action as ListedAction
    const { name, contentType } = action.file
    const size =
      'size' in action.file ? action.file.size : Buffer.byteLength(action.file.contentBase64, 'base64')
    return { ...action, file: { name, contentType, size } }
  })
