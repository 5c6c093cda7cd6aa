import { and, eq, sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import { automations, executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { automationNotFound } from './get-automation.ts'

const findStatus = perDatabase((db) => {
  // Written as the index of active executions has it; with parameters, a prepared statement would not use the index.
  const isActive = sql`${executions.status} in ('pending', 'running')`
  return db
    .select({ activeExecutionId: executions.id })
    .from(automations)
    .leftJoin(executions, and(eq(executions.automationId, automations.id), isActive))
    .where(
      and(eq(automations.id, sql.placeholder('id')), eq(automations.ownerId, sql.placeholder('ownerId'))),
    )
    .prepare('get_automation_status')
})

/** An automation is active from the moment a trigger is accepted: waiting for the cooldown counts. */
export async function getAutomationStatus(
  { db }: Services,
  { ownerId }: Actor,
  id: string,
): Promise<{ isRunning: boolean }> {
  const [row] = await findStatus(db).execute({ id, ownerId })
  if (!row) throw automationNotFound()
  return { isRunning: row.activeExecutionId !== null }
}
