import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pickVariables } from '../automations/variables/pick-variables.ts'
import { automations } from '../db/tables.ts'
import { acceptExecution, notValidated } from '../executions/accept-execution.ts'
import { findGivenVariables } from '../executions/given-variables.ts'
import type { Services } from '../services.ts'
import type { MemberRow, RunRow } from './pipeline-run.ts'

interface Acceptance extends Partial<MemberRow> {
  /** Whether another transaction has locked the automation. */
  isDeferred: boolean
}

/**
 * Accepts the execution of the member whose turn it is. Where its automation is busy, the member is due instead: the
 * end of that execution begins it.
 */
export async function acceptMember(
  tx: Db,
  services: Services,
  run: RunRow,
  members: MemberRow[],
  { automationId, dueAt }: MemberRow,
): Promise<Acceptance> {
  const now = new Date(services.clock.now())
  const isMember = and(eq(automations.id, automationId), eq(automations.ownerId, run.ownerId))
  const due = { dueAt: dueAt ?? now }
  const [automation] = await tx
    .select()
    .from(automations)
    .where(isMember)
    .for('no key update', { skipLocked: true })
  if (!automation) {
    const isHeld = (await tx.$count(automations, isMember)) > 0
    if (isHeld) return { ...due, isDeferred: true }
    return { status: 'failed', error: 'Automation was deleted', completedAt: now, isDeferred: false }
  }
  if (automation.isDraft)
    return { status: 'failed', error: notValidated, completedAt: now, isDeferred: false }
  const given = findGivenVariables(services.keyring, `pipeline-run:${run.id}`, run.sealedVariables)
  // The end of the execution before must not fail over it.
  if (!given)
    return {
      status: 'failed',
      error: 'The values of the run cannot be read',
      completedAt: now,
      isDeferred: false,
    }
  const accepted = await acceptExecution(tx, services, automation, {
    sessionId: findSession(run, members),
    saveSession: run.chainSession || run.saveSession,
    variables: pickVariables(automation, given),
    pipelineRunId: run.id,
    jobId: run.jobId,
  })
  if (!accepted) return { ...due, isDeferred: false }
  return { status: 'active', executionId: accepted.executionId, isDeferred: false }
}

/** The latest session that a member has saved, else the trigger's. */
function findSession(run: RunRow, members: MemberRow[]): string | null {
  const saved = run.chainSession ? members.findLast(({ sessionId }) => sessionId !== null) : undefined
  return saved?.sessionId ?? run.inputSessionId
}
