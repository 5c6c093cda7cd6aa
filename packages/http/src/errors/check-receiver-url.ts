import type { EgressPolicy } from '@waypost/egress'
import { findUrlIssue } from './find-url-issue.ts'
import { ValidationError } from './validation-error.ts'

/** Refuses a URL that no delivery could ever reach. */
export function checkReceiverUrl(egress: EgressPolicy, property: string, url: string): void {
  const issue = findUrlIssue(egress, property, url)
  if (issue) throw new ValidationError([issue])
}
