import { auditLogMonths, expiredIdempotencyKeys, type RetentionKind } from '@waypost/retention'
import { pastExecutions } from './past-executions.ts'
import { pastIntents } from './past-intents.ts'
import { pastJobs } from './past-jobs.ts'
import { pastPipelineRuns } from './past-pipeline-runs.ts'
import { pastScreenshots } from './past-screenshots.ts'

/** The operator's retention periods, in milliseconds; undefined: for ever. */
export interface Retention {
  RETENTION_AUDIT_LOGS_DAYS?: number | undefined
  RETENTION_RUNS_DAYS?: number | undefined
  RETENTION_SCREENSHOTS_DAYS?: number | undefined
}

/** Everything of the service that grows without end, except its deliveries. */
export const retentionKinds = (kept: Retention): RetentionKind[] => [
  auditLogMonths('automation', kept.RETENTION_AUDIT_LOGS_DAYS),
  pastScreenshots(kept.RETENTION_SCREENSHOTS_DAYS),
  pastExecutions(kept.RETENTION_RUNS_DAYS),
  pastPipelineRuns(kept.RETENTION_RUNS_DAYS),
  // The job of an intent is deleted after the intent.
  pastIntents(kept.RETENTION_RUNS_DAYS),
  pastJobs(kept.RETENTION_RUNS_DAYS),
  expiredIdempotencyKeys('automation'),
]
