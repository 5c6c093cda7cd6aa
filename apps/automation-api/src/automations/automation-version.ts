import { z } from 'zod'
import type { automationVersions } from '../db/tables.ts'
import { automation } from './automation.ts'

export const automationVersion = automation
  .pick({ version: true, name: true, description: true, actions: true, createdAt: true })
  .extend({ cause: z.enum(['created', 'updated', 'restored']) })

export type AutomationVersion = z.infer<typeof automationVersion>

export function toAutomationVersion(row: typeof automationVersions.$inferSelect): AutomationVersion {
  const { version, name, description, actions, cause, createdAt } = row
  return { version, name, description, actions, cause, createdAt: createdAt.toISOString() }
}
