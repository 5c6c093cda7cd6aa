import { recordChange } from '../audit-logs/record-change.ts'
import { isOwnAutomation, automationNotFound } from '../automations/get-automation.ts'
import { heals } from '../db/heal-tables.ts'
import { automations } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { acceptHeal } from './accept-heal.ts'
import { toHeal, type Heal } from './heal.ts'
import { findHealRow, isOwnHeal } from './read-heals.ts'
import { refuseHeal } from './refuse-heal.ts'

export type HealDecision = 'accepted' | 'refused'

/**
 * Records what a person says about a heal, once for all: the element of an accepted one is that of the step, and a refused
 * one is taken from it and never made again. Deciding the same again changes nothing.
 */
export async function decideHeal(
  services: ApiServices,
  actor: Actor,
  { automationId, id, decision }: { automationId: string; id: string; decision: HealDecision },
): Promise<Heal> {
  const { db, clock } = services
  return db.transaction(async (tx) => {
    const [automation] = await tx
      .select()
      .from(automations)
      .where(isOwnAutomation(actor, automationId))
      .for('no key update')
    if (!automation) throw automationNotFound()
    const own = isOwnHeal(actor, automationId, id)
    const row = await findHealRow(tx, own)
    if (row.decision === decision) return toHeal(row)
    await tx
      .update(heals)
      .set({ decision, decidedAt: new Date(clock.now()) })
      .where(own)
    const decide = decision === 'accepted' ? acceptHeal : refuseHeal
    await decide(tx, services, automation, row)
    await recordChange(tx, services, actor, `automation.heal_${decision}`, automationId)
    return toHeal(await findHealRow(tx, own))
  })
}
