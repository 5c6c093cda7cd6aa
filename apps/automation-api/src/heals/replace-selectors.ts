import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { listActions } from '../automations/nesting/list-actions.ts'
import { mapActions } from '../automations/nesting/map-actions.ts'
import type { Selector } from '../automations/selector.ts'
import { recordVersion } from '../automations/versions/record-version.ts'
import { automations } from '../db/tables.ts'
import type { ApiServices } from '../services.ts'

export type AutomationRow = typeof automations.$inferSelect

interface Replacement {
  actionName: string
  from: Selector[]
  to: Selector[]
  /** The path to the element's frame; undefined leaves the step's. */
  frame: number[] | undefined
  cause: 'healed' | 'restored'
}

/** Whether the automation has a step of that name with those selectors. */
export function hasStep(automation: AutomationRow, actionName: string, selectors: Selector[]): boolean {
  const action = listActions(automation.actions).find(({ name }) => name === actionName)
  return action !== undefined && 'selectors' in action && isDeepStrictEqual(action.selectors, selectors)
}

/** Writes a version with other selectors; undefined where the step has neither those nor that name any more. */
export async function replaceSelectors(
  tx: Db,
  services: ApiServices,
  current: AutomationRow,
  { actionName, from, to, frame, cause }: Replacement,
): Promise<AutomationRow | undefined> {
  if (!hasStep(current, actionName, from)) return undefined
  const actions = mapActions(current.actions, (action) => {
    if (action.name !== actionName || !('selectors' in action)) return action
    const { frame: oldFrame, ...others } = action
    const kept = frame ?? oldFrame ?? []
    return { ...others, selectors: to, ...(kept.length > 0 && { frame: kept }) }
  })
  const [row] = await tx
    .update(automations)
    .set({ actions, version: current.version + 1, updatedAt: new Date(services.clock.now()) })
    .where(and(eq(automations.id, current.id), eq(automations.version, current.version)))
    .returning()
  await recordVersion(tx, services, row!, cause)
  return row!
}
