import { auditLogMonths, expiredIdempotencyKeys, type RetentionKind } from '@waypost/retention'
import { expiredArtifacts } from './expired-artifacts.ts'
import { expiredExecutions } from './expired-executions.ts'
import { expiredIntents } from './expired-intents.ts'
import { expiredJobs } from './expired-jobs.ts'
import { expiredNotices } from './expired-notices.ts'
import { expiredPipelineRuns } from './expired-pipeline-runs.ts'
import { expiredRecordings } from './expired-recordings.ts'
import { expiredScheduleRuns } from './expired-schedule-runs.ts'
import { expiredScreenshots } from './expired-screenshots.ts'

/** The operator's retention periods, in milliseconds; undefined: for ever. */
export interface Retention {
  RETENTION_AUDIT_LOGS_DAYS?: number | undefined
  RETENTION_RUNS_DAYS?: number | undefined
  RETENTION_SCREENSHOTS_DAYS?: number | undefined
  RETENTION_ARTIFACTS_DAYS?: number | undefined
}

/** Everything of the service that grows without end, except its deliveries. */
export const retentionKinds = (kept: Retention): RetentionKind[] => [
  auditLogMonths('automation', kept.RETENTION_AUDIT_LOGS_DAYS),
  expiredScreenshots(kept.RETENTION_SCREENSHOTS_DAYS),
  expiredArtifacts(kept.RETENTION_ARTIFACTS_DAYS),
  expiredExecutions(kept.RETENTION_RUNS_DAYS),
  expiredPipelineRuns(kept.RETENTION_RUNS_DAYS),
  // The job of an intent is deleted after the intent.
  expiredIntents(kept.RETENTION_RUNS_DAYS),
  expiredJobs(kept.RETENTION_RUNS_DAYS),
  expiredScheduleRuns(kept.RETENTION_RUNS_DAYS),
  expiredRecordings,
  expiredNotices,
  expiredIdempotencyKeys('automation'),
]
