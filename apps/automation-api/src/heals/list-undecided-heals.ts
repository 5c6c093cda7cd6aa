import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { heals } from '../db/heal-tables.ts'
import { automations } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toHeal, type UndecidedHeal } from './heal.ts'
import { withoutImages } from './read-heals.ts'

/** The heals of all of the account's automations that nobody has accepted or refused, newest first. */
export async function listUndecidedHeals(
  { db }: Services,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<UndecidedHeal>> {
  const undecided = and(eq(heals.ownerId, ownerId), isNull(heals.decision))
  const rows = await db
    .select({ ...withoutImages, automationName: automations.name })
    .from(heals)
    .innerJoin(automations, eq(automations.id, heals.automationId))
    .where(undecided)
    .orderBy(desc(heals.createdAt), desc(heals.id))
    .limit(limit)
    .offset(offset)
  const items = rows.map(({ automationName, ...row }) => ({
    ...toHeal(row),
    automationId: row.automationId,
    automationName,
  }))
  return { items, total: await db.$count(heals, undecided) }
}
