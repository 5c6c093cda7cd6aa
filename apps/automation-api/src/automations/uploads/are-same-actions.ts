import { isDeepStrictEqual } from 'node:util'
import type { StoredAction } from '../action.ts'
import { mapActions } from '../nesting/map-actions.ts'
import { hashContents } from './hash-contents.ts'

/** Whether the actions are equal, wherever the contents of their files are stored. */
export function areSameActions(some: StoredAction[], others: StoredAction[]): boolean {
  return isDeepStrictEqual(mapActions(some, identify), mapActions(others, identify))
}

function identify(action: StoredAction): object {
  if (action.type !== 'upload' || !action.file) return action
  const { file } = action
  const { name, contentType } = file
  const sha256 = 'sha256' in file ? file.sha256 : hashContents(Buffer.from(file.contentBase64, 'base64'))
  return { ...action, file: { name, contentType, sha256 } }
}
