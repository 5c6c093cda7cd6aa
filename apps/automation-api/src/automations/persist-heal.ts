import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { automations, executions } from '../db/tables.ts'
import { listActions } from './nesting/list-actions.ts'
import { mapActions } from './nesting/map-actions.ts'
import type { Selector } from './selector.ts'
import type { Services } from '../services.ts'
import { recordVersion } from './versions/record-version.ts'

/** A heal of one action: the new place of its element. */
export interface HealedAction {
  actionName: string
  /** The action's selectors when the run began. */
  oldSelectors: Selector[]
  newSelectors: Selector[]
  /** The path to its frame; empty for an element of the page itself. */
  frame: number[]
}

/**
 * Writes a heal back as a version of the automation, which one call can revert, and marks it in the execution. Does
 * nothing, and returns false, where the action's selectors were changed meanwhile.
 */
export async function persistHeal(
  services: Services,
  { executionId, automationId }: { executionId: string; automationId: string },
  { actionName, oldSelectors, newSelectors, frame }: HealedAction,
): Promise<boolean> {
  const { db, clock } = services
  return db.transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(automations)
      .where(eq(automations.id, automationId))
      .for('no key update')
    const action = listActions(current?.actions ?? []).find(({ name }) => name === actionName)
    if (!current || !action || !('selectors' in action)) return false
    if (!isDeepStrictEqual(action.selectors, oldSelectors)) return false

    const { frame: _oldFrame, ...others } = action
    const healed = { ...others, selectors: newSelectors, ...(frame.length > 0 && { frame }) } as typeof action
    const actions = mapActions(current.actions, (each) => (each.name === actionName ? healed : each))
    const [row] = await tx
      .update(automations)
      .set({
        actions,
        version: current.version + 1,
        updatedAt: new Date(clock.now()),
      })
      .where(eq(automations.id, automationId))
      .returning()
    await recordVersion(tx, services, row!, 'healed')

    const [execution] = await tx.select().from(executions).where(eq(executions.id, executionId)).for('update')
    const marked = execution!.selfHealEvents.map((event) =>
      event.actionName === actionName && event.outcome === 'succeeded'
        ? { ...event, persisted: true }
        : event,
    )
    await tx.update(executions).set({ selfHealEvents: marked }).where(eq(executions.id, executionId))
    return true
  })
}
