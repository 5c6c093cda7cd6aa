import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { workSchema } from '../../apps/automation-api/src/executions/run-queue.ts'

export interface Ended {
  id: string
  status: string
  error: string | null
  /** In ms since the epoch. */
  startedAt: number | undefined
  completedAt: number | undefined
}

/** Reads all executions; those of deleted automations are deleted with them. */
export async function readExecutions(db: Db): Promise<Map<string, Ended>> {
  const { rows } = await db.execute<{
    id: string
    status: string
    error: string | null
    started_at: string | null
    completed_at: string | null
  }>(sql`
    select id, status, error,
      extract(epoch from started_at) * 1000 as started_at, extract(epoch from completed_at) * 1000 as completed_at
    from automation.executions
  `)
  return new Map(
    rows.map(({ id, status, error, started_at, completed_at }) => [
      id,
      { id, status, error, startedAt: time(started_at), completedAt: time(completed_at) },
    ]),
  )
}

const time = (ms: string | null) => (ms === null ? undefined : Math.round(Number(ms)))

/** Reads the published events of each execution in their order: `started`, `completed` or `failed`. */
export async function readEvents(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ execution_id: string; event: string }>(sql`
    select body::jsonb #>> '{data,executionId}' as execution_id, event from automation.deliveries order by id
  `)
  const events = new Map<string, string[]>()
  for (const { execution_id, event } of rows) {
    events.set(execution_id, [...(events.get(execution_id) ?? []), event.split('.')[1]!])
  }
  return events
}

export interface Unended extends Record<string, unknown> {
  id: string
  status: string
  /** The state of its job in the queue. */
  job: string | null
  /** Milliseconds since its runner's last heartbeat. */
  silentMs: number | null
  steps: string
}

/** Reads the active executions, with what shows where they are stuck. */
export async function readUnended(db: Db): Promise<Unended[]> {
  const { rows } = await db.execute<Unended>(sql`
    select execution.id, execution.status, started_at as "startedAt", stop_requested_at as "stopRequestedAt",
      (select string_agg(job.state::text || ', attempt ' || job.retry_count, '; ') from ${sql.raw(workSchema)}.job job
        where job.data ->> 'executionId' = execution.id::text) as job,
      (extract(epoch from now() - alive_at) * 1000)::integer as "silentMs",
      (select string_agg(step ->> 'status', ', ') from jsonb_array_elements(steps) step) as steps
    from automation.executions execution where execution.status in ('pending', 'running')
  `)
  return rows
}
