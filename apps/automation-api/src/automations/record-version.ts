import type { Db } from '@waypost/postgres'
import { automationVersions, type automations } from '../db/tables.ts'
import type { AutomationVersion } from './automation-version.ts'

/** Keeps what the automation has just become. */
export async function recordVersion(
  tx: Db,
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
}
