import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { learnedElements } from '../../db/tables.ts'
import { toFingerprint } from '../healing/fingerprint.ts'
import type { Recorded } from '../healing/recorded.ts'
import type { LearnedElement } from './learned-element.ts'
import type { Selector } from '../../automations/selector.ts'

/** What runs have learned about the elements of an automation's actions, by the actions' names. */
export interface LearnedElements {
  find(actionName: string, selectors: Selector[]): LearnedElement | undefined
  keep(actionName: string, learned: LearnedElement): void
  /** Stores what is new. */
  save(tx: Db): Promise<void>
}

/** An earlier release did not store all that this one reads. */
const asToday = (recorded: Recorded): Recorded => ({
  ...recorded,
  fingerprint: toFingerprint(recorded.fingerprint),
})

export async function loadLearnedElements(db: Db, automationId: string): Promise<LearnedElements> {
  const rows = await db.select().from(learnedElements).where(eq(learnedElements.automationId, automationId))
  const known = new Map<string, LearnedElement>(
    rows.map(({ actionName, selectors, recorded, tentative }) => [
      actionName,
      { selectors, recorded: asToday(recorded), tentative },
    ]),
  )
  const loaded = new Set(known.keys())
  const changed = new Set<string>()
  return {
    find(actionName, selectors) {
      const learned = known.get(actionName)
      return learned && isDeepStrictEqual(learned.selectors, selectors) ? learned : undefined
    },
    keep(actionName, learned) {
      known.set(actionName, learned)
      changed.add(actionName)
    },
    async save(tx) {
      const written = [...changed].map((actionName) => ({
        automationId,
        actionName,
        ...known.get(actionName)!,
      }))
      // A learned element that is gone since the run began was deleted because a person saved the step later.
      for (const { actionName, ...learned } of written.filter((row) => loaded.has(row.actionName))) {
        await tx
          .update(learnedElements)
          .set(learned)
          .where(
            and(eq(learnedElements.automationId, automationId), eq(learnedElements.actionName, actionName)),
          )
      }
      const values = written.filter(({ actionName }) => !loaded.has(actionName))
      if (values.length === 0) return
      await tx
        .insert(learnedElements)
        .values(values)
        .onConflictDoUpdate({
          target: [learnedElements.automationId, learnedElements.actionName],
          set: {
            selectors: sql`excluded.selectors`,
            recorded: sql`excluded.recorded`,
            tentative: sql`excluded.tentative`,
          },
        })
    },
  }
}
