import { sql } from 'drizzle-orm'
import { automations, executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'

/** Active from the moment a trigger is accepted: waiting out the cooldown counts. */
export async function getAutomationStatus(
  { db }: Services,
  actor: Actor,
  id: string,
): Promise<{ isRunning: boolean }> {
  const [row] = await db
    .select({
      isRunning: sql<boolean>`exists (
        select from ${executions}
        where ${executions.automationId} = ${automations.id} and ${executions.status} in ('pending', 'running'))`,
    })
    .from(automations)
    .where(isOwnAutomation(actor, id))
  if (!row) throw automationNotFound()
  return row
}
