import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { row, type Row } from '../../harness/report.ts'

/** A schedule, and the times that it announced when it was created. */
export interface Expected {
  scheduleId: string
  automationId: string
  times: string[]
}

interface Run extends Record<string, unknown> {
  schedule_id: string
  scheduled_at: string
  status: string
  job_id: string | null
  late_ms: number
}

/** Compares announced times, recorded runs and the jobs that were started, one by one. */
export async function reconcile(
  db: Db,
  schedules: Expected[],
  endsAt: Date,
  say: (line: string) => void,
): Promise<Row[]> {
  const { rows: runs } = await db.execute<Run>(sql`
    select schedule_id, scheduled_at, status, started_id as job_id,
      extract(epoch from created_at - scheduled_at)::float8 * 1000 as late_ms
    from automation.schedule_runs`)
  const { rows: jobs } = await db.execute<{ id: string; target_id: string }>(
    sql`select id, target_id from automation.jobs`,
  )
  const started = new Map(
    runs
      .filter(({ job_id: jobId }) => jobId !== null)
      .map((run) => [keyOf(run.schedule_id, run.scheduled_at), run]),
  )
  const due = schedules.flatMap(({ scheduleId, times }) =>
    times.filter((at) => new Date(at) <= endsAt).map((at) => keyOf(scheduleId, at)),
  )
  const announced = new Set(
    schedules.flatMap(({ scheduleId, times }) => times.map((at) => keyOf(scheduleId, at))),
  )
  const missed = due.filter((key) => !started.has(key))
  const unannounced = [...started.keys()].filter((key) => !announced.has(key))
  const ofRuns = new Set([...started.values()].map(({ job_id: jobId }) => jobId))
  const doubled = jobs.filter(({ id }) => !ofRuns.has(id))
  const lost = [...ofRuns].filter((jobId) => !jobs.some(({ id }) => id === jobId))
  const lateMs = runs.map(({ late_ms: ms }) => ms).toSorted((one, other) => one - other)

  for (const key of missed) say(`  MISSED ${key}`)
  for (const { id, target_id: targetId } of doubled) say(`  DOUBLED job ${id} of automation ${targetId}`)
  return [
    row('schedules', schedules.length, 'schedules'),
    row('times that were due', due.length, 'times', { atLeast: schedules.length }),
    row('missed', missed.length, 'times', { atMost: 0 }),
    row('started, but never announced', unannounced.length, 'times', { atMost: 0 }),
    row('doubled: jobs of no run', doubled.length, 'jobs', { atMost: 0 }),
    row('lost: runs whose job is not there', lost.length, 'runs', { atMost: 0 }),
    row('late by, median', lateMs[Math.floor(lateMs.length / 2)] ?? 0, 'ms'),
    row('late by, max', lateMs.at(-1) ?? 0, 'ms'),
  ]
}

const keyOf = (scheduleId: string, at: string) => `${scheduleId} ${new Date(at).toISOString()}`
