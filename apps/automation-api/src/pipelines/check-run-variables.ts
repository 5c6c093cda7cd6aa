import { ValidationError } from '@waypost/http'
import { checkVariables } from '../automations/variables/check-variables.ts'
import { pickVariables } from '../automations/variables/pick-variables.ts'
import type { automations } from '../db/tables.ts'

/** Refuses a run with a missing value, or with a value that no automation has a variable for. */
export function checkRunVariables(
  members: Pick<typeof automations.$inferSelect, 'actions' | 'variables'>[],
  given: Record<string, string>,
): void {
  const used = new Set<string>()
  for (const member of members) {
    const its = pickVariables(member, given)
    checkVariables(member.actions, member.variables, its)
    for (const name of Object.keys(its)) used.add(name)
  }
  const unknown = Object.keys(given).filter((name) => !used.has(name))
  if (unknown.length === 0) return
  throw new ValidationError(
    unknown.map((name) => ({
      property: `variables.${name}`,
      rule: 'whitelistValidation',
      message: `variables.${name} should not exist`,
      receivedValue: '[redacted]',
    })),
  )
}
