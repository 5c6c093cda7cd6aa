import { ValidationError } from '@waypost/http'
import { checkVariables } from '../automations/variables/check-variables.ts'
import { pickVariables } from '../automations/variables/pick-variables.ts'
import type { automations } from '../db/tables.ts'
import { listReferences } from './list-references.ts'
import type { MemberSettings } from './member-settings.ts'

/**
 * Refuses a run with a missing value, or with a value that no automation has a variable for. What a member gets from its
 * inputs need not be given.
 */
export function checkRunVariables(
  members: Pick<typeof automations.$inferSelect, 'id' | 'actions' | 'variables'>[],
  given: Record<string, string>,
  settings: MemberSettings[],
): void {
  const used = new Set<string>()
  const referred = settings.flatMap((each) => listReferences(each).flatMap(({ variable }) => variable ?? []))
  const missing = [...new Set(referred)].filter((name) => !Object.hasOwn(given, name))
  if (missing.length > 0)
    throw new ValidationError(
      missing.map((name) => ({
        property: `variables.${name}`,
        rule: 'isDefined',
        message: `variables.${name} should not be null or undefined`,
        receivedValue: null,
      })),
    )
  for (const name of referred) used.add(name)
  for (const member of members) {
    const inputs = settings.find(({ automationId }) => automationId === member.id)?.inputs ?? {}
    const its = pickVariables(member, given)
    checkVariables(member.actions, member.variables, { ...its, ...inputs })
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
