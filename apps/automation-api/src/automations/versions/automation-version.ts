import { z } from 'zod'
import type { automationVersions } from '../../db/tables.ts'
import { automation, listedAutomation } from '../automation.ts'
import { showVariables } from '../variables/variables.ts'

export const automationVersion = automation
  .omit({ id: true, isDraft: true, validation: true, updatedAt: true })
  .extend({ cause: z.enum(['created', 'updated', 'restored', 'healed']) })

/** A version without the contents of its files. */
export const listedAutomationVersion = automationVersion.extend(
  listedAutomation.pick({ actions: true }).shape,
)

export type AutomationVersion = z.infer<typeof automationVersion>
export type ListedAutomationVersion = z.infer<typeof listedAutomationVersion>

/** @param actions the row's, in the form of the response */
export function toAutomationVersion<Actions>(
  row: typeof automationVersions.$inferSelect,
  actions: Actions,
): Omit<AutomationVersion, 'actions'> & { actions: Actions } {
  const { version, name, description, phrases, screenshots, browser, trace, login, cause, createdAt } = row
  return {
    version,
    name,
    description,
    ...(phrases.length > 0 && { phrases }),
    actions,
    variables: showVariables(row.variables),
    screenshots,
    ...(browser && { browser }),
    ...(trace && { trace }),
    ...(login && { login }),
    cause,
    createdAt: createdAt.toISOString(),
  }
}
