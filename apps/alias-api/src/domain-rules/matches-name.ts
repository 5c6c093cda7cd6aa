import type { DomainRuleRow } from './domain-rule.ts'
import { readNamePattern } from './name-pattern.ts'

/** Whether a rule is for a name: what stands before the @, in lower case. */
export function matchesName(
  { matchType, matchValue }: Pick<DomainRuleRow, 'matchType' | 'matchValue'>,
  name: string,
): boolean {
  if (matchType === 'any') return true
  if (matchType === 'prefix') return name.startsWith(matchValue!)
  const pattern = readNamePattern(matchValue!)
  return pattern.fault === undefined && pattern.matches(name)
}
