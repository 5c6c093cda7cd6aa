import { findUrlIssue, ValidationError } from '@waypost/http'
import type { ApiServices } from '../services.ts'
import type { StoredAction } from './action.ts'
import { findKnownUrl } from './find-known-url.ts'
import { listPlacedActions } from './nesting/list-placed-actions.ts'

/** Refuses actions that can never run: a page on a private or reserved address. */
export function checkDestinations({ egress }: Pick<ApiServices, 'egress'>, actions: StoredAction[]): void {
  const issues = listPlacedActions(actions).flatMap(({ action, path }) => {
    if (action.type !== 'navigate') return []
    const url = findKnownUrl(action.url)
    const issue = url && findUrlIssue(egress, ['actions', ...path, 'url'].join('.'), url)
    // Shown as it was written.
    return issue
      ? [{ ...issue, receivedValue: issue.receivedValue === url ? action.url : issue.receivedValue }]
      : []
  })
  if (issues.length > 0) throw new ValidationError(issues)
}
