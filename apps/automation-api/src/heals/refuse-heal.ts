import type { Db } from '@waypost/postgres'
import { learnedElements } from '../db/tables.ts'
import type { ApiServices } from '../services.ts'
import { isRename, type HealRow } from './heal.ts'
import { hasStep, replaceSelectors, type AutomationRow } from './replace-selectors.ts'

/** The step returns to its selectors and its element of before. */
export async function refuseHeal(
  tx: Db,
  services: ApiServices,
  automation: AutomationRow,
  row: HealRow,
): Promise<void> {
  const { actionName, oldSelectors: to, newSelectors: from, oldFrame } = row
  const change = { actionName, from, to, frame: oldFrame ?? undefined, cause: 'restored' } as const
  const restored = isRename(row) ? undefined : await replaceSelectors(tx, services, automation, change)
  await restoreLearned(tx, restored ?? automation, row)
}

/** Also where the heal was not written back: it may be about to be. */
async function restoreLearned(tx: Db, automation: AutomationRow, first: HealRow): Promise<void> {
  const { actionName, oldSelectors, filledSelectors, lost } = first
  // A step that a person has changed meanwhile has learned another element.
  if (!hasStep(automation, actionName, oldSelectors)) return
  const learned = { selectors: filledSelectors ?? oldSelectors, recorded: lost, tentative: null }
  await tx
    .insert(learnedElements)
    .values({ automationId: automation.id, actionName, ...learned })
    .onConflictDoUpdate({
      target: [learnedElements.automationId, learnedElements.actionName],
      set: learned,
    })
}
