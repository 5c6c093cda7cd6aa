import { auditLogMonths, expiredIdempotencyKeys, type RetentionKind } from '@waypost/retention'
import { pastExecutions } from './past-executions.ts'
import { pastIntents } from './past-intents.ts'
import { pastJobs } from './past-jobs.ts'
import { pastPipelineRuns } from './past-pipeline-runs.ts'
import { pastScreenshots } from './past-screenshots.ts'

/** How long the operator wants things to be kept, in milliseconds; undefined: for good. */
export interface Retention {
  RETENTION_AUDIT_LOGS_DAYS?: number | undefined
  RETENTION_RUNS_DAYS?: number | undefined
  RETENTION_SCREENSHOTS_DAYS?: number | undefined
}

/** What of the service's grows without end, save its deliveries. */
export const retentionKinds = (kept: Retention): RetentionKind[] => [
  auditLogMonths('automation', kept.RETENTION_AUDIT_LOGS_DAYS),
  pastScreenshots(kept.RETENTION_SCREENSHOTS_DAYS),
  pastExecutions(kept.RETENTION_RUNS_DAYS),
  pastPipelineRuns(kept.RETENTION_RUNS_DAYS),
  // The job of an intent goes after it.
  pastIntents(kept.RETENTION_RUNS_DAYS),
  pastJobs(kept.RETENTION_RUNS_DAYS),
  expiredIdempotencyKeys('automation'),
]
