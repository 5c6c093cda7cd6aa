import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { recordChange } from '../audit-logs/record-change.ts'
import { isOwnAutomation, automationNotFound } from '../automations/get-automation.ts'
import { listActions } from '../automations/nesting/list-actions.ts'
import { mapActions } from '../automations/nesting/map-actions.ts'
import { pruneLearnedElements } from '../automations/prune-learned-elements.ts'
import type { Selector } from '../automations/selector.ts'
import { recordVersion } from '../automations/versions/record-version.ts'
import { heals } from '../db/heal-tables.ts'
import { automations, learnedElements } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toHeal, type Heal, type HealRow } from './heal.ts'
import { findHealRow, isOwnHeal } from './read-heals.ts'

export type HealDecision = 'accepted' | 'refused'

/**
 * Records what a person says about a heal, once for all: an accepted one is written to the step, and a refused one is
 * taken from it and never made again. Deciding the same again changes nothing.
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
    if (decision === 'accepted') await accept(tx, services, automation, row)
    else await refuse(tx, services, automation, row)
    await recordChange(
      tx,
      services,
      actor,
      decision === 'accepted' ? 'automation.heal_accepted' : 'automation.heal_refused',
      automationId,
    )
    return toHeal(await findHealRow(tx, own))
  })
}

type AutomationRow = typeof automations.$inferSelect

/** The next successful run learns the element that the new selectors find. */
async function accept(tx: Db, services: ApiServices, automation: AutomationRow, row: HealRow): Promise<void> {
  const { oldSelectors, newSelectors, frame, actionName } = row
  const hasWritten = await replaceSelectors(tx, services, automation, {
    actionName,
    from: oldSelectors,
    to: newSelectors,
    frame,
  })
  if (hasWritten) await pruneLearnedElements(tx, automation.id, [actionName])
}

async function refuse(tx: Db, services: ApiServices, automation: AutomationRow, row: HealRow): Promise<void> {
  const { oldSelectors, newSelectors, actionName, lost } = row
  await replaceSelectors(tx, services, automation, {
    actionName,
    from: newSelectors,
    to: oldSelectors,
  })
  // Also where the heal was not written back: it may be about to be.
  const learned = { selectors: oldSelectors, recorded: lost, tentative: null }
  await tx
    .insert(learnedElements)
    .values({ automationId: automation.id, actionName, ...learned })
    .onConflictDoUpdate({
      target: [learnedElements.automationId, learnedElements.actionName],
      set: learned,
    })
}

/** Writes a version with other selectors; false where the step has neither those nor that name any more. */
async function replaceSelectors(
  tx: Db,
  services: ApiServices,
  current: AutomationRow,
  { actionName, from, to, frame }: { actionName: string; from: Selector[]; to: Selector[]; frame?: number[] },
): Promise<boolean> {
  const action = listActions(current.actions).find(({ name }) => name === actionName)
  if (!action || !('selectors' in action) || !isDeepStrictEqual(action.selectors, from)) return false
  const { frame: oldFrame, ...others } = action
  const kept = frame ?? oldFrame ?? []
  const changed = { ...others, selectors: to, ...(kept.length > 0 && { frame: kept }) } as typeof action
  const actions = mapActions(current.actions, (each) => (each.name === actionName ? changed : each))
  const [row] = await tx
    .update(automations)
    .set({ actions, version: current.version + 1, updatedAt: new Date(services.clock.now()) })
    .where(and(eq(automations.id, current.id), eq(automations.version, current.version)))
    .returning()
  await recordVersion(tx, services, row!, frame ? 'healed' : 'restored')
  return true
}
