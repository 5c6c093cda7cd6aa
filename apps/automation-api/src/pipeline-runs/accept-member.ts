import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automations } from '../db/tables.ts'
import { acceptExecution } from '../executions/accept-execution.ts'
import type { Services } from '../services.ts'
import type { MemberRow, RunRow } from './pipeline-run.ts'
import { openRunVariables, pickVariables } from './run-variables.ts'

interface Acceptance extends Partial<MemberRow> {
  /** Somebody else holds the automation just now. */
  isLeft: boolean
}

/**
 * Accepts the execution of the member whose turn it is. It is due instead where its automation is busy: whoever ends
 * that execution begins this one.
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
    if (isHeld) return { ...due, isLeft: true }
    return { status: 'failed', error: 'Automation was deleted', completedAt: now, isLeft: false }
  }
  const given = readValues(services, run)
  // The end that this belongs to must not fail over it.
  if (!given)
    return {
      status: 'failed',
      error: 'The values of the run cannot be read',
      completedAt: now,
      isLeft: false,
    }
  const accepted = await acceptExecution(tx, services, automation, {
    sessionId: findSession(run, members),
    saveSession: run.chainSession || run.saveSession,
    variables: pickVariables(automation, given),
    pipelineRunId: run.id,
  })
  if (!accepted) return { ...due, isLeft: false }
  return { status: 'active', executionId: accepted.executionId, isLeft: false }
}

/** Undefined where the key that sealed them is gone. */
function readValues({ keyring }: Services, run: RunRow): Record<string, string> | undefined {
  try {
    return openRunVariables(keyring, run)
  } catch {
    return undefined
  }
}

/** The latest that a member has saved, else the one that the trigger gave. */
function findSession(run: RunRow, members: MemberRow[]): string | null {
  const saved = run.chainSession ? members.findLast(({ sessionId }) => sessionId !== null) : undefined
  return saved?.sessionId ?? run.inputSessionId
}
