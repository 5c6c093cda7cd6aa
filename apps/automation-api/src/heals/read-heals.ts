import { and, desc, eq, getTableColumns, isNotNull, sql, type SQL } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { getAutomationRow } from '../automations/get-automation.ts'
import { heals } from '../db/heal-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toHeal, type Heal, type HealRow } from './heal.ts'

const { beforeImage, nowImage, ...columns } = getTableColumns(heals)
export const withoutImages = {
  ...columns,
  hasBefore: sql<boolean>`${isNotNull(beforeImage)}`,
  hasNow: sql<boolean>`${isNotNull(nowImage)}`,
}

const healNotFound = () => new DomainError('not_found', 'Heal not found or unauthorized')

export const isOwnHeal = ({ ownerId }: Actor, automationId: string, id: string) =>
  and(eq(heals.ownerId, ownerId), eq(heals.automationId, automationId), eq(heals.id, id))

/** The heals of an automation, newest first: their number is bounded. */
export async function listHeals(services: Services, actor: Actor, automationId: string): Promise<Heal[]> {
  await getAutomationRow(services, actor, automationId)
  const rows = await services.db
    .select(withoutImages)
    .from(heals)
    .where(and(eq(heals.ownerId, actor.ownerId), eq(heals.automationId, automationId)))
    .orderBy(desc(heals.createdAt), desc(heals.id))
  return rows.map(toHeal)
}

export async function findHealRow(tx: Db, which: SQL | undefined): Promise<HealRow> {
  const [row] = await tx.select(withoutImages).from(heals).where(which)
  if (!row) throw healNotFound()
  return row
}

/** A picture of the lost or of the found element, a JPEG. */
export async function getHealPicture(
  { db }: Services,
  actor: Actor,
  { automationId, id, moment }: { automationId: string; id: string; moment: 'before' | 'now' },
): Promise<Buffer> {
  const [row] = await db
    .select({ image: moment === 'before' ? beforeImage : nowImage })
    .from(heals)
    .where(isOwnHeal(actor, automationId, id))
  if (!row?.image) throw new DomainError('not_found', 'Picture not found or unauthorized')
  return row.image
}
