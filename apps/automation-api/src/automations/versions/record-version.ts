import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automationVersions, type automations } from '../../db/tables.ts'
import { limitOf } from '../../limits/limit-of.ts'
import type { Services } from '../../services.ts'
import type { AutomationVersion } from './automation-version.ts'

/**
 * Stores the automation's new version, and drops versions beyond the limit. Each version holds all of the automation's
 * steps, and heals write versions too, so without a limit one automation could fill the database by itself.
 *
 * @param tx holds the automation, so that its version numbers have no gaps
 */
export async function recordVersion(
  tx: Db,
  { limits }: Pick<Services, 'limits'>,
  automation: typeof automations.$inferSelect,
  cause: AutomationVersion['cause'],
): Promise<void> {
  const { id, version, name, description, phrases, actions, variables, screenshots } = automation
  const { recording, browser, trace, login, updatedAt } = automation
  await tx.insert(automationVersions).values({
    automationId: id,
    version,
    name,
    description,
    phrases,
    actions,
    variables,
    screenshots,
    recording,
    browser,
    trace,
    login,
    cause,
    createdAt: updatedAt,
  })
  const { automationId, version: number } = automationVersions
  const kept = limitOf(limits, 'versionsKept', automation.ownerId)
  await tx.delete(automationVersions).where(and(eq(automationId, id), lte(number, sql`${version} - ${kept}`)))
}
