import { sql, type SQL } from 'drizzle-orm'
import { poll } from '@waypost/concurrency'
import type { Logger } from '@waypost/http'
import { findDue } from '@waypost/postgres'
import { endLostExecutions } from './executions/end-lost-executions.ts'
import { unparkAll } from './executions/unpark-executions.ts'
import { failStaleIntents } from './intents/fail-stale-intents.ts'
import { beginWaitingJobs } from './jobs/begin-waiting-jobs.ts'
import { foldUsage } from './limits/fold-usage.ts'
import { foldRunDays, pastRunDay } from './overview/fold-run-days.ts'
import { advancePipelineRuns } from './pipeline-runs/advance-pipeline-runs.ts'
import { pruneRateLimits } from './rate-limits/prune-rate-limits.ts'
import { endLostRecordings } from './recordings/end-lost-recordings.ts'
import { finishScheduleRuns } from './schedules/finish-schedule-runs.ts'
import type { Services } from './services.ts'
import { deleteExpiredSessions } from './sessions/delete-expired-sessions.ts'

/** A task of the maintenance, and a select of rows without which it has nothing to do. */
interface Task {
  work: (services: Services) => Promise<void>
  among: (services: Services) => SQL
}

const everyMs = 10_000

/** Those that every API and every runner performs, so that they do not depend on one process. */
const ofAll: Task[] = [
  {
    work: endLostExecutions,
    among: () => sql`select from automation.executions where status = 'running'`,
  },
  {
    work: unparkAll,
    among: () => sql`select from automation.executions where status = 'pending' and parked_at is not null`,
  },
  {
    work: advancePipelineRuns,
    among: () => sql`select from automation.pipeline_runs where status = 'active'`,
  },
  {
    work: beginWaitingJobs,
    among: () => sql`select from automation.jobs where status = 'pending' and begun_at is null`,
  },
  {
    work: failStaleIntents,
    among: () => sql`select from automation.intents where status in ('received', 'generating')`,
  },
  {
    work: endLostRecordings,
    among: () => sql`select from automation.recordings where status <> 'ended'`,
  },
]

export const ofApis: Task[] = [
  ...ofAll,
  {
    work: pruneRateLimits,
    among: () => sql`select from automation.rate_limits where ends_at < now() - interval '1 minute'`,
  },
  { work: foldUsage, among: () => sql`select from automation.usage_changes` },
  {
    work: foldRunDays,
    among: ({ clock }) => sql`
      select from automation.ended_runs
      union all select from automation.run_days where day < ${pastRunDay(clock.now())}`,
  },
  {
    work: finishScheduleRuns,
    among: () => sql`select from automation.schedule_runs where ended_at is null`,
  },
]

export const ofRunners: Task[] = [
  ...ofAll,
  {
    work: deleteExpiredSessions,
    among: ({ clock }) => sql`select from automation.sessions where expires_at <= ${new Date(clock.now())}`,
  },
]

/**
 * Performs those of the tasks that may have something to do, one after the other. Each may be performed by several processes at
 * once.
 */
export async function maintain(services: Services, logger: Logger, tasks: Task[]): Promise<void> {
  const sought = tasks.map(({ work, among }) => ({ work, among: among(services) }))
  for (const { work } of await findDue(services.db, sought))
    await work(services).catch((error: unknown) =>
      logger.warn({ err: error, task: work.name }, 'maintenance'),
    )
}

/**
 * Starts the periodic maintenance.
 *
 * @returns stops it
 */
export const startMaintenance = (services: Services, logger: Logger, tasks: Task[]): (() => Promise<void>) =>
  poll(
    () => maintain(services, logger, tasks),
    everyMs,
    (error) => logger.warn({ err: error }, 'maintenance'),
  ).stop
