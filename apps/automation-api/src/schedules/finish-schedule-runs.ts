import { sql } from 'drizzle-orm'
import type { ApiServices } from '../services.ts'

const batchSize = 500

/**
 * Records how runs ended that schedules have started, and since when a schedule fails. What was stopped or deleted by its
 * owner is no failure of the schedule. Runs do not know what started them, so this looks for their ends.
 */
export async function finishScheduleRuns({ db, clock }: Pick<ApiServices, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now())
  await db.execute(sql`
    with ended as materialized (
      select run.id,
        case when coalesce(execution.status, pipeline_run.status, job.status) = 'completed'
          then 'completed' else 'failed' end as status,
        case when coalesce(execution.id, pipeline_run.id, job.id) is null then 'The run was deleted'
          else coalesce(execution.error, pipeline_run.error, job.error) end as error,
        coalesce(execution.completed_at, pipeline_run.completed_at, job.completed_at, ${now}) as ended_at,
        coalesce(execution.id, pipeline_run.id, job.id) is not null
          and coalesce(execution.error, pipeline_run.error, job.error) is distinct from 'Stopped by user' as is_told
      from automation.schedule_runs run
      left join automation.executions execution on run.started_type = 'execution' and execution.id = run.started_id
      left join automation.pipeline_runs pipeline_run
        on run.started_type = 'pipeline_run' and pipeline_run.id = run.started_id
      left join automation.jobs job on run.started_type = 'job' and job.id = run.started_id
      where run.ended_at is null
        and coalesce(execution.status, pipeline_run.status, job.status, '') not in ('pending', 'running', 'active')
      order by run.id limit ${batchSize} for update of run skip locked
    ), finished as (
      update automation.schedule_runs run
      set status = ended.status, error = ended.error, ended_at = ended.ended_at
      from ended where run.id = ended.id
      returning run.schedule_id, run.scheduled_at, ended.status, ended.error, ended.ended_at, ended.is_told
    ), last as (
      select distinct on (schedule_id) * from finished order by schedule_id, scheduled_at desc
    )
    update automation.schedules schedule set
      last_status = case when last_run_at = last.scheduled_at then last.status else last_status end,
      last_error = case when last_run_at = last.scheduled_at then last.error else last_error end,
      failing_since = case
        when last.status = 'completed' then null
        when last.is_told then coalesce(failing_since, last.ended_at)
        else failing_since end
    from last where schedule.id = last.schedule_id
  `)
}
