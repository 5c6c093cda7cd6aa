import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations, automationVersions } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toAutomation, type Automation } from './automation.ts'
import { forgetLearned } from './forget-learned.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'
import { recordVersion } from './record-version.ts'
import { voidValidation } from './void-validation.ts'

/** Makes the automation what it was, as a new version: what it is now stays in its history. */
export async function restoreAutomationVersion(
  services: ApiServices,
  actor: Actor,
  id: string,
  version: number,
): Promise<Automation> {
  const { db, clock } = services
  return db.transaction(async (tx) => {
    const own = isOwnAutomation(actor, id)
    const [current] = await tx.select().from(automations).where(own).for('no key update')
    if (!current) throw automationNotFound()
    const [past] = await tx
      .select()
      .from(automationVersions)
      .where(and(eq(automationVersions.automationId, id), eq(automationVersions.version, version)))
    if (!past) throw new DomainError('not_found', 'Version not found or unauthorized')

    const { name, description, actions, variables, screenshots, recording } = past
    const [row] = await tx
      .update(automations)
      .set({
        name,
        description,
        actions,
        variables,
        screenshots,
        recording,
        ...voidValidation(current, past),
        version: current.version + 1,
        updatedAt: new Date(clock.now()),
      })
      .where(own)
      .returning()
    await forgetLearned(tx, id)
    await recordVersion(tx, services, row!, 'restored')
    await recordChange(tx, services, actor, 'automation.restored', id)
    return toAutomation(row!)
  })
}
