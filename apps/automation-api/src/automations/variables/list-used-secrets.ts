import type { StoredAction } from '../action.ts'
import { listActions } from '../nesting/list-actions.ts'
import { fillText } from './fill-text.ts'
import { mapTexts } from './map-texts.ts'
import { SECRETS } from './scope.ts'

/** The names of the account's secrets that the actions and the texts refer to, each once. */
export function listUsedSecrets(actions: StoredAction[], texts: string[] = []): string[] {
  const names = new Set<string>()
  const look = (text: string) =>
    fillText(
      text,
      () => '',
      (name, [secret]) => {
        if (name === SECRETS && secret !== undefined) names.add(secret)
        return undefined
      },
    )
  for (const action of listActions(actions)) mapTexts(action, look)
  texts.forEach(look)
  return [...names]
}
