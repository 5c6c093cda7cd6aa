import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { automations } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAutomation, type Automation } from './automation.ts'
import { loadFiles } from './uploads/load-files.ts'

export const automationNotFound = () => new DomainError('not_found', 'Automation not found or unauthorized')

export const isOwnAutomation = (actor: Actor, id: string) =>
  and(eq(automations.id, id), eq(automations.ownerId, actor.ownerId))

export async function getAutomation(services: Services, actor: Actor, id: string): Promise<Automation> {
  const row = await getAutomationRow(services, actor, id)
  return toAutomation(row, await loadFiles(services.storage, row.actions))
}

/** The row, including columns that are not shown. */
export async function getAutomationRow(
  { db }: Services,
  actor: Actor,
  id: string,
): Promise<typeof automations.$inferSelect> {
  const [row] = await db.select().from(automations).where(isOwnAutomation(actor, id))
  if (!row) throw automationNotFound()
  return row
}
