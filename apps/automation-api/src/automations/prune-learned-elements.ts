import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { learnedElements } from '../db/tables.ts'

/**
 * A person has said anew what steps mean: what runs have learned of their elements no longer holds, and the next good
 * run learns what the selectors find then.
 *
 * @param names of the steps; all of the automation's where none are given
 */
export async function pruneLearnedElements(tx: Db, automationId: string, names?: string[]): Promise<void> {
  if (names?.length === 0) return
  const ofAutomation = eq(learnedElements.automationId, automationId)
  await tx
    .delete(learnedElements)
    .where(names ? and(ofAutomation, inArray(learnedElements.actionName, names)) : ofAutomation)
}
