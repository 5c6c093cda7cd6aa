import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { heals } from '../db/heal-tables.ts'
import { learnedElements } from '../db/tables.ts'
import { isLastingCandidate } from '../runner/elements/heal-candidate.ts'
import type { ApiServices } from '../services.ts'
import { isRename, type HealRow } from './heal.ts'
import { withoutImages } from './read-heals.ts'
import { hasStep, replaceSelectors, type AutomationRow } from './replace-selectors.ts'

/**
 * The step returns to its selectors and its element of before. Other heals that propose the same element, with another id or
 * link, are refused by the same word, and are no longer listed.
 */
export async function refuseHeal(
  tx: Db,
  services: ApiServices,
  automation: AutomationRow,
  row: HealRow,
): Promise<void> {
  const same = await listSameProposals(tx, row)
  // The newest first: an older one may be what the step had before it.
  const refused = [row, ...same].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  let current = automation
  for (const each of refused.filter((heal) => !isRename(heal))) {
    const { actionName, oldSelectors: to, newSelectors: from, oldFrame } = each
    const change = { actionName, from, to, frame: oldFrame ?? undefined, cause: 'restored' } as const
    current = (await replaceSelectors(tx, services, current, change)) ?? current
  }
  await restoreLearned(tx, current, refused.at(-1)!)
  const ids = same.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(heals).where(and(ofStep(row), inArray(heals.id, ids)))
}

const ofStep = ({ ownerId, automationId, actionName }: HealRow) =>
  and(
    eq(heals.ownerId, ownerId),
    eq(heals.automationId, automationId),
    eq(heals.actionName, actionName),
    isNull(heals.decision),
  )

async function listSameProposals(tx: Db, row: HealRow): Promise<HealRow[]> {
  const undecided = await tx
    .select(withoutImages)
    .from(heals)
    .where(and(ofStep(row), ne(heals.id, row.id)))
  return undecided.filter(({ candidate }) => isLastingCandidate(row.candidate, candidate))
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
