import { continueValidation } from './automations/validations/continue-validation.ts'
import { publishEnd } from './executions/publish-end.ts'
import { endIntentOfJob } from './intents/end-intent.ts'
import { beginFirstOfPipeline } from './jobs/begin-waiting-jobs.ts'
import { beginNextInLine } from './jobs/begin-next-in-line.ts'
import { endJobOfExecution, endJobOfPipelineRun } from './jobs/end-job-of-run.ts'
import { failJobsInLine } from './jobs/fail-jobs-in-line.ts'
import { findNextJob } from './jobs/find-next-job.ts'
import { advanceDeferredRuns } from './pipeline-runs/advance-pipeline-runs.ts'
import { continueRun } from './pipeline-runs/continue-run.ts'
import type { FollowUps } from './services.ts'

/** What happens after an execution's end, in order. */
export const followUps: FollowUps = {
  async executionEnded(tx, services, automation, ended) {
    // An execution of a validation has no event.
    if (ended.validation !== null) return continueValidation(tx, services, ended)
    await publishEnd(tx, services, automation, ended)
    await endJobOfExecution(tx, services, ended)
  },
  async automationFreed(tx, services, { automationId, pipelineRunId }) {
    const isDeferred = pipelineRunId !== null && (await continueRun(tx, services, pipelineRunId))
    const deferred = await beginNextInLine(tx, services, automationId)
    return isDeferred ? [pipelineRunId, ...deferred] : deferred
  },
  async pipelineRunEnded(tx, services, end) {
    await endJobOfPipelineRun(tx, services, end)
    return (await findNextJob(tx, end.run.pipelineId)) !== undefined
  },
  jobEnded: (tx, { outbox }, job) => endIntentOfJob(tx, outbox, job),
  targetDeleted: failJobsInLine,
  pipelineFreed: beginFirstOfPipeline,
  runsDeferred: advanceDeferredRuns,
}
