import { ValidationError } from '@waypost/http'
import type { ApiServices } from '../services.ts'
import type { Action } from './action.ts'

/** Refuses actions that could never run: a page on a private or reserved address. */
export function checkDestinations({ egress }: ApiServices, actions: Action[]): void {
  const issues = actions.flatMap((action, index) => {
    if (action.type !== 'navigate' || !egress.checkUrl(action.url)) return []
    const property = `actions.${index}.url`
    return {
      property,
      rule: 'isUrl',
      message: `${property} must lead to a public address`,
      receivedValue: action.url,
    }
  })
  if (issues.length > 0) throw new ValidationError(issues)
}
