import type { ListedAction, StoredAction } from '../action.ts'

/** The actions as lists show them. */
export const omitContents = (actions: StoredAction[]): ListedAction[] =>
  actions.map((action) => {
    if (action.type !== 'upload') return action
    const { name, contentType } = action.file
    const size =
      'size' in action.file ? action.file.size : Buffer.byteLength(action.file.contentBase64, 'base64')
    return { ...action, file: { name, contentType, size } }
  })
