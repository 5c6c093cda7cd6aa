import { and, eq, inArray } from 'drizzle-orm'
import { automations, executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'

/** Active from the moment a trigger is accepted: waiting out the cooldown counts. */
export async function getAutomationStatus(
  { db }: Services,
  actor: Actor,
  id: string,
): Promise<{ isRunning: boolean }> {
  const isActive = inArray(executions.status, ['pending', 'running'])
  const [row] = await db
    .select({ activeExecutionId: executions.id })
    .from(automations)
    .leftJoin(executions, and(eq(executions.automationId, automations.id), isActive))
    .where(isOwnAutomation(actor, id))
  if (!row) throw automationNotFound()
  return { isRunning: row.activeExecutionId !== null }
}
