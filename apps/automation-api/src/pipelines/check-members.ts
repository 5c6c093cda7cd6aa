import { and, eq, inArray } from 'drizzle-orm'
import { ValidationError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { automations } from '../db/tables.ts'
import type { Actor } from '../services.ts'

type Member = Pick<typeof automations.$inferSelect, 'id' | 'actions' | 'variables'>

/**
 * Refuses drafts and ids that are not the owner's automations. Somebody else's automation is as unknown as a deleted
 * one.
 */
export async function checkMembers(
  db: Db,
  { ownerId }: Pick<Actor, 'ownerId'>,
  automationIds: string[],
): Promise<Member[]> {
  const { id, actions, variables, isDraft } = automations
  const found = await db
    .select({ id, actions, variables, isDraft })
    .from(automations)
    .where(and(eq(automations.ownerId, ownerId), inArray(id, automationIds)))
  const byId = new Map(found.map((member) => [member.id, member]))
  const issues = automationIds.flatMap((wanted, index) => {
    const member = byId.get(wanted)
    if (member && !member.isDraft) return []
    const property = `automationIds.${index}`
    const message = `${property} must be ${member ? 'an automation that is validated' : 'one of your automations'}`
    return [{ property, rule: 'isIn', message, receivedValue: wanted }]
  })
  if (issues.length > 0) throw new ValidationError(issues)
  return automationIds.map((wanted) => byId.get(wanted)!)
}
