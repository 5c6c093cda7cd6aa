import { z } from 'zod'
import type { automationVersions } from '../db/tables.ts'
import { automation } from './automation.ts'
import { showVariables } from './variables.ts'

export const automationVersion = automation
  .omit({ id: true, isDraft: true, validation: true, updatedAt: true })
  .extend({ cause: z.enum(['created', 'updated', 'restored', 'healed']) })

export type AutomationVersion = z.infer<typeof automationVersion>

export function toAutomationVersion(row: typeof automationVersions.$inferSelect): AutomationVersion {
  const { version, name, description, actions, screenshots, cause, createdAt } = row
  return {
    version,
    name,
    description,
    actions,
    variables: showVariables(row.variables),
    screenshots,
    cause,
    createdAt: createdAt.toISOString(),
  }
}
