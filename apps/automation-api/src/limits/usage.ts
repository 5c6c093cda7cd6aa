import { sql, type SQL } from 'drizzle-orm'
import type { LimitName } from './limits.ts'
import { recordingMs } from './recording-ms.ts'
import { runDayOf } from './run-day.ts'
import { storedBytes } from './stored-bytes.ts'

/**
 * How much of each limit an account uses, as subqueries that read no more rows than the limit allows.
 *
 * @param now of the service's clock, in milliseconds
 */
export const usage: Record<LimitName, (ownerId: string, now: number) => SQL> = {
  activeRuns: (ownerId) => sql`
    select count(*) from automation.executions where owner_id = ${ownerId} and status = 'running'`,
  waitingRuns: (ownerId) => sql`
    select count(*) from automation.executions where owner_id = ${ownerId} and status = 'pending'`,
  // A job of a request waits from the beginning, before it is known what it will run.
  waitingJobs: (ownerId) => sql`
    select count(*) from automation.jobs
    where owner_id = ${ownerId} and status = 'pending' and begun_at is null`,
  waitingIntents: (ownerId) => sql`
    select count(*) from automation.intents
    where owner_id = ${ownerId} and status in ('received', 'generating')`,
  // With the runs under way, or an account could start any number in the last minute.
  runMinutesPerDay: (ownerId, now) => sql`
    select floor((
      coalesce((
        select run_ms from automation.account_usage where owner_id = ${ownerId} and run_day = ${runDayOf(now)}
      ), 0) + coalesce((
        select sum(run_ms) from automation.usage_changes where owner_id = ${ownerId} and run_day = ${runDayOf(now)}
      ), 0) + coalesce((
        select sum(greatest(0, extract(epoch from ${new Date(now)}::timestamptz - started_at) * 1000))
        from automation.executions where owner_id = ${ownerId} and status = 'running'
      ), 0)
    ) / 60000)`,
  activeRecordings: (ownerId) => sql`
    select count(*) from automation.recordings where owner_id = ${ownerId} and status <> 'ended'`,
  // Only as far as they are of the day.
  recordingMinutesPerDay: (ownerId, now) => sql`select floor((${recordingMs(ownerId, now)}) / 60000)`,
  bytesStored: storedBytes,
  automations: (ownerId) => sql`select count(*) from automation.automations where owner_id = ${ownerId}`,
  // Versions have no gaps.
  versionsKept: (ownerId) => sql`
    select coalesce(max(version + 1 - (
      select min(version) from automation.automation_versions where automation_id = automations.id
    )), 0) from automation.automations where owner_id = ${ownerId}`,
  pipelines: (ownerId) => sql`select count(*) from automation.pipelines where owner_id = ${ownerId}`,
  pipelineMembers: (ownerId) => sql`
    select coalesce(max(cardinality(automation_ids)), 0) from automation.pipelines where owner_id = ${ownerId}`,
  schedules: (ownerId) => sql`select count(*) from automation.schedules where owner_id = ${ownerId}`,
  webhooks: (ownerId) => sql`
    select count(*) from automation.webhooks where owner_id = ${ownerId} and is_registered`,
  requestsPerMinute: (ownerId) => sql`
    select coalesce(max(used), 0) from automation.rate_limits
    where bucket = ${`keys:${ownerId}`} and ends_at > now()`,
}
