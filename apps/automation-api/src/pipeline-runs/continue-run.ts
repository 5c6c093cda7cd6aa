import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers, pipelineRuns } from '../db/pipeline-tables.ts'
import type { Services } from '../services.ts'
import { acceptMember } from './accept-member.ts'
import { endRun } from './end-run.ts'
import type { MemberRow } from './pipeline-run.ts'
import { finishMember } from './finish-member.ts'
import { updateMember } from './update-member.ts'

/**
 * Continues a pipeline's run as far as possible: to the next member's execution, or to its end. Repeating it changes
 * nothing, so anything may call it.
 *
 * A run continues inside the transaction that ended what it waited for. That transaction holds one automation already,
 * and the next member has another: two runs with the same automations in opposite orders would deadlock. So no
 * transaction that holds an automation waits for a second one. Where the next automation is not free at once, the
 * member is marked as due and the run is left to `advancePipelineRun`, which begins without locks.
 *
 * Lock order: pipeline, automation of the present member, execution, run, members.
 *
 * @param tx holds the automation of the member whose turn it is, or was
 *
 * @returns whether the run was left so, or has ended while jobs wait for its pipeline
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
    await change(active, outcome)
  }
  for (;;) {
    const next = members.find(({ status }) => status === 'waiting')
    const isOver = !run.continueOnFailure && members.some(({ status }) => status === 'failed')
    if (!next || isOver || run.stopRequestedAt) {
      return endRun(tx, services, run, members)
    }
    const { isLeft, ...outcome } = await acceptMember(tx, services, run, members, next)
    await change(next, outcome)
    if (outcome.status !== 'failed') return isLeft
  }
}
