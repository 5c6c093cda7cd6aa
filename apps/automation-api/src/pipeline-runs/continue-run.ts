import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers, pipelineRuns } from '../db/pipeline-tables.ts'
import type { Services } from '../services.ts'
import { acceptMember } from './accept-member.ts'
import { afterItem } from './after-item.ts'
import { endRun } from './end-run.ts'
import type { MemberRow } from './pipeline-run.ts'
import { finishMember } from './finish-member.ts'
import { updateMember } from './update-member.ts'

/**
 * Continues a pipeline's run as far as possible: to the next member's execution, or to its end. A repeated call changes
 * nothing.
 *
 * A run continues inside the transaction that ended what it waited for. That transaction has locked one automation
 * already, and the next member has another: two runs with the same automations in opposite orders would deadlock. So no
 * transaction that has locked an automation waits for a second one. Where another transaction has locked the next
 * automation, the member is marked as due and the run is deferred: `advancePipelineRun` continues it in a transaction
 * without locks.
 *
 * Lock order: pipeline, automation of the current member, execution, run, members.
 *
 * @param tx - Has locked the automation of the current member, or of the one that has just ended.
 *
 * @returns Whether the run was deferred, or has ended while jobs wait for its pipeline.
 */
export async function continueRun(tx: Db, services: Services, runId: string): Promise<boolean> {
  const isActive = and(eq(pipelineRuns.id, runId), eq(pipelineRuns.status, 'active'))
  const [run] = await tx.select().from(pipelineRuns).where(isActive).for('update')
  if (!run) return false
  const ofRun = eq(pipelineRunMembers.pipelineRunId, runId)
  const { position } = pipelineRunMembers
  const members = await tx.select().from(pipelineRunMembers).where(ofRun).orderBy(asc(position))
  const change = async (member: MemberRow, values: Partial<MemberRow>) => {
    Object.assign(member, values)
    await updateMember(tx, member, values)
  }

  const active = members.find(({ status }) => status === 'active')
  if (active) {
    const outcome = await finishMember(tx, services, active)
    if (!outcome) return false
    await change(active, active.fanOut ? afterItem(active, outcome, run.continueOnFailure) : outcome)
  }
  for (;;) {
    const next = members.find(({ status }) => status === 'waiting')
    const isOver = !run.continueOnFailure && members.some(({ status }) => status === 'failed')
    if (!next || isOver || run.stopRequestedAt) {
      return endRun(tx, services, run, members)
    }
    const { isDeferred, ...outcome } = await acceptMember(tx, services, run, members, next)
    await change(next, outcome)
    const hasEnded = ['failed', 'skipped', 'completed'].includes(outcome.status ?? 'waiting')
    if (!hasEnded) return isDeferred
  }
}
