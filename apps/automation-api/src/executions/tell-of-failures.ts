import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automations } from '../db/tables.ts'
import { insertNotice } from '../notices/insert-notice.ts'
import type { ExecutionRow } from './execution.ts'

type Ended = Pick<
  ExecutionRow,
  'id' | 'ownerId' | 'automationId' | 'pipelineRunId' | 'jobId' | 'status' | 'error'
>

/**
 * Has the owner of an automation mailed when its runs begin to fail, and when one completes again, once each. What its owner
 * stopped is no failure, and of a schedule's runs the owner is told by the schedule.
 *
 * @param toldSince since when the runs fail, where the owner was told so
 * @param tx holds the automation
 */
export async function tellOfFailures(
  tx: Db,
  now: number,
  toldSince: Date | null,
  ended: Ended,
): Promise<void> {
  const hasFailed = ended.status === 'failed'
  if (hasFailed === (toldSince !== null)) return
  if (hasFailed && (ended.error === 'Stopped by user' || (await isOfSchedule(tx, ended)))) return
  const { id: executionId, ownerId, automationId, error } = ended
  const isTold = await insertNotice(tx, now, {
    ownerId,
    kind: hasFailed ? 'automation_failing' : 'automation_recovered',
    subject: automationId,
    automationId,
    data: { executionId, error },
  })
  // Where there were too many notices, the next failure is told.
  if (hasFailed && !isTold) return
  await tx
    .update(automations)
    .set({ toldFailingSince: hasFailed ? new Date(now) : null })
    .where(and(eq(automations.id, automationId), eq(automations.ownerId, ownerId)))
}

async function isOfSchedule(tx: Db, { id, pipelineRunId, jobId }: Ended): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from automation.schedule_runs
    where ended_at is null and (
      started_type = 'execution' and started_id = ${id}
      or started_type = 'pipeline_run' and started_id = ${pipelineRunId}::uuid
      or started_type = 'job' and started_id = ${jobId}::uuid
    ) limit 1
  `)
  return rows.length > 0
}
