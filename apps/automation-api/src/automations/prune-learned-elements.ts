import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { elementPictures } from '../db/heal-tables.ts'
import { learnedElements } from '../db/tables.ts'

/**
 * Deletes what runs have learned about the elements of steps that a person saved again: the learned elements may no
 * longer be meant, and the next good run learns those that the selectors then find. Their pictures go with them.
 *
 * @param names of the steps; by default all of the automation's
 */
export async function pruneLearnedElements(tx: Db, automationId: string, names?: string[]): Promise<void> {
  if (names?.length === 0) return
  const ofAutomation = eq(learnedElements.automationId, automationId)
  await tx
    .delete(learnedElements)
    .where(names ? and(ofAutomation, inArray(learnedElements.actionName, names)) : ofAutomation)
  const isPictureOf = eq(elementPictures.automationId, automationId)
  await tx
    .delete(elementPictures)
    .where(names ? and(isPictureOf, inArray(elementPictures.actionName, names)) : isPictureOf)
}
