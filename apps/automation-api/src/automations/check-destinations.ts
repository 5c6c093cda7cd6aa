import { ValidationError } from '@waypost/http'
import { findUrlIssue } from '../find-url-issue.ts'
import type { ApiServices } from '../services.ts'
import type { Action } from './action.ts'

/** Refuses actions that could never run: a page on a private or reserved address. */
export function checkDestinations({ egress }: ApiServices, actions: Action[]): void {
  const issues = actions.flatMap((action, index) => {
    if (action.type !== 'navigate') return []
    return findUrlIssue(egress, `actions.${index}.url`, action.url) ?? []
  })
  if (issues.length > 0) throw new ValidationError(issues)
}
