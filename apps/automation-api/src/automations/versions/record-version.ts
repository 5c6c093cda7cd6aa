import { and, eq, lte } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automationVersions, type automations } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import type { AutomationVersion } from './automation-version.ts'

/**
 * Keeps what the automation has just become, and drops the versions that are then too many: each holds all of the
 * automation's steps, and a heal writes one too, so without a bound one automation could fill the database by itself.
 *
 * @param tx holds the automation, so that its version numbers have no gaps
 */
export async function recordVersion(
  tx: Db,
  { versionsKept }: Pick<Services, 'versionsKept'>,
  automation: typeof automations.$inferSelect,
  cause: AutomationVersion['cause'],
): Promise<void> {
  const { id, version, name, description, actions, variables, screenshots, recording, updatedAt } = automation
  await tx.insert(automationVersions).values({
    automationId: id,
    version,
    name,
    description,
    actions,
    variables,
    screenshots,
    recording,
    cause,
    createdAt: updatedAt,
  })
  const { automationId, version: number } = automationVersions
  await tx.delete(automationVersions).where(and(eq(automationId, id), lte(number, version - versionsKept)))
}
