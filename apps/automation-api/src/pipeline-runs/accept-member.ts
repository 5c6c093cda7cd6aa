import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pickVariables } from '../automations/variables/pick-variables.ts'
import { automations } from '../db/tables.ts'
import { acceptExecution, notValidated } from '../executions/accept-execution.ts'
import { findGivenVariables } from '../executions/given-variables.ts'
import type { Services } from '../services.ts'
import type { MemberRow, RunRow } from './pipeline-run.ts'
import { prepareMember } from './prepare-member.ts'

interface Acceptance extends Partial<MemberRow> {
  /** Whether another transaction has locked the automation. */
  isDeferred: boolean
}

/**
 * Accepts the execution of the member whose turn it is, for its next row where it runs for each, unless its condition does
 * not hold. Where its automation is busy, the member is due instead: the
 * end of that execution begins it.
 */
export async function acceptMember(
  tx: Db,
  services: Services,
  run: RunRow,
  members: MemberRow[],
  member: MemberRow,
): Promise<Acceptance> {
  const { automationId, dueAt } = member
  const now = new Date(services.clock.now())
  const fail = (error: string) => ({ status: 'failed', error, completedAt: now }) as const
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
    return { ...fail('Automation was deleted'), isDeferred: false }
  }
  if (automation.isDraft) return { ...fail(notValidated), isDeferred: false }
  const given = findGivenVariables(services.keyring, `pipeline-run:${run.id}`, run.sealedVariables)
  // The end of the execution before must not fail over it.
  if (!given) return { ...fail('The values of the run cannot be read'), isDeferred: false }
  const prepared = prepareMember(members, member, given, now)
  if (!prepared.isReady) return { ...prepared.outcome, isDeferred: false }
  const { fanOut, inputs } = prepared
  const accepted = await acceptExecution(tx, services, automation, {
    sessionId: findSession(run, members),
    saveSession: run.chainSession || run.saveSession,
    variables: { ...pickVariables(automation, given), ...inputs },
    pipelineRunId: run.id,
    jobId: run.jobId,
  })
  if (!accepted) return { ...due, fanOut, isDeferred: false }
  return { status: 'active', fanOut, executionId: accepted.executionId, isDeferred: false }
}

/** The latest session that a member has saved, else the trigger's. */
function findSession(run: RunRow, members: MemberRow[]): string | null {
  const saved = run.chainSession ? members.findLast(({ sessionId }) => sessionId !== null) : undefined
  return saved?.sessionId ?? run.inputSessionId
}
