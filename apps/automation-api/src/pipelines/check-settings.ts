import { ValidationError, type InputIssue } from '@waypost/http'
import { listVariables } from '../automations/variables/list-variables.ts'
import { listActions } from '../automations/nesting/list-actions.ts'
import type { automations } from '../db/tables.ts'
import { listReferences } from './list-references.ts'
import type { MemberSettings } from './member-settings.ts'

type Member = Pick<typeof automations.$inferSelect, 'id' | 'actions' | 'variables'>

/**
 * Refuses settings of automations that are not in the pipeline, names that are taken, inputs that the automation has no
 * variable for, and references to anything but what an earlier member reads.
 *
 * @param members in their order
 */
export function checkSettings(members: Member[], settings: MemberSettings[]): void {
  const positionOf = new Map(members.map(({ id }, position) => [id, position]))
  const byName = new Map<string, Member>()
  const issues: InputIssue[] = []
  const refuse = (index: number, property: string, rule: string, says: string, receivedValue: unknown) => {
    const path = `members.${index}.${property}`
    issues.push({ property: path, rule, message: `${path} ${says}`, receivedValue })
  }
  const inOrder = settings
    .map((each, index) => ({ each, index, position: positionOf.get(each.automationId) }))
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
  for (const { each, index, position } of inOrder) {
    const { automationId, name, inputs = {} } = each
    const member = position === undefined ? undefined : members[position]
    if (!member) {
      refuse(index, 'automationId', 'isIn', 'must be one of automationIds', automationId)
      continue
    }
    const variables = new Set([...listVariables(member.actions), ...Object.keys(member.variables)])
    for (const input of Object.keys(inputs))
      if (!variables.has(input))
        refuse(index, `inputs.${input}`, 'whitelistValidation', 'should not exist', inputs[input])
    for (const { property, member: referred, output } of listReferences(each)) {
      if (referred === undefined) continue
      const earlier = byName.get(referred)
      if (!earlier)
        refuse(index, property, 'isIn', `must name an earlier member: "${referred}" is none`, referred)
      else if (output !== undefined && !outputsOf(earlier).has(output))
        refuse(index, property, 'isIn', `must name an output of "${referred}": "${output}" is none`, output)
    }
    if (name === undefined) continue
    if (name === 'secrets' || byName.has(name))
      refuse(index, 'name', 'arrayUnique', 'must not be taken', name)
    byName.set(name, member)
  }
  if (issues.length > 0) throw new ValidationError(issues)
}

const outputsOf = ({ actions }: Member): Set<string> =>
  new Set(listActions(actions).flatMap((each) => ('output' in each ? (each.output ?? []) : [])))
