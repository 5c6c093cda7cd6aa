import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { automations, automationVersions } from '../../db/tables.ts'
import type { Actor, Services } from '../../services.ts'
import { toAutomationVersion, type AutomationVersion } from './automation-version.ts'
import { automationNotFound, isOwnAutomation } from '../get-automation.ts'
import { loadFiles } from '../uploads/load-files.ts'

export async function getAutomationVersion(
  services: Services,
  actor: Actor,
  id: string,
  version: number,
): Promise<AutomationVersion> {
  const row = await getVersionRow(services, actor, id, version)
  return toAutomationVersion(row, await loadFiles(services.storage, row.actions))
}

/** The row, including columns that are not shown. */
export async function getVersionRow(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
  version: number,
): Promise<typeof automationVersions.$inferSelect> {
  const isThis = and(eq(automationVersions.automationId, id), eq(automationVersions.version, version))
  const [found] = await db
    .select({ version: automationVersions })
    .from(automations)
    .leftJoin(automationVersions, isThis)
    .where(isOwnAutomation(actor, id))
  if (!found) throw automationNotFound()
  if (!found.version) throw new DomainError('not_found', 'Version not found or unauthorized')
  return found.version
}
