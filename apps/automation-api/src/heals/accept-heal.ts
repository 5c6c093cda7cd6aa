import type { Db } from '@waypost/postgres'
import { pruneLearnedElements } from '../automations/prune-learned-elements.ts'
import { hasVariables } from '../automations/variables/has-variables.ts'
import { learnedElements } from '../db/tables.ts'
import { mergeOthers } from '../runner/healing/merge-others.ts'
import type { ApiServices } from '../services.ts'
import { isRename, type HealRow } from './heal.ts'
import { hasStep, replaceSelectors, type AutomationRow } from './replace-selectors.ts'

/** The step gets the selectors of the element that was found, and later runs know it by how it was then. */
export async function acceptHeal(
  tx: Db,
  services: ApiServices,
  automation: AutomationRow,
  row: HealRow,
): Promise<void> {
  const { actionName, oldSelectors, newSelectors, frame, filledSelectors } = row
  if (isRename(row)) {
    if (hasStep(automation, actionName, oldSelectors))
      await learn(tx, row, { selectors: filledSelectors ?? oldSelectors })
    return
  }
  // The new selectors are those of one run's variables, and would be wrong in the next.
  if (hasVariables(oldSelectors)) return
  const change = { actionName, from: oldSelectors, to: newSelectors, frame, cause: 'healed' } as const
  if (await replaceSelectors(tx, services, automation, change))
    await learn(tx, row, { selectors: newSelectors })
}

/** Heals of the release before have no element: the next successful run learns the one that the selectors find. */
async function learn(
  tx: Db,
  { automationId, actionName, found, lost }: HealRow,
  { selectors }: Pick<typeof learnedElements.$inferInsert, 'selectors'>,
): Promise<void> {
  await pruneLearnedElements(tx, automationId, [actionName])
  if (!found) return
  const others = mergeOthers({ ...found, others: found.others ?? [] }, lost)
  const recorded = { ...found, others }
  await tx.insert(learnedElements).values({ automationId, actionName, selectors, recorded, tentative: null })
}
