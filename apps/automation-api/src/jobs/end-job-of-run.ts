import type { Db } from '@waypost/postgres'
import type { ExecutionRow } from '../executions/execution.ts'
import { summariseHeals } from '../executions/self-heal-event.ts'
import type { JobServices, PipelineRunEnd } from '../services.ts'
import { endJob } from './end-job.ts'

/** Ends the job of an execution. The job of a pipeline's member ends with the pipeline's run. */
export async function endJobOfExecution(
  tx: Db,
  services: JobServices,
  { jobId, pipelineRunId, error, sessionId, extractedData, selfHealEvents }: ExecutionRow,
): Promise<void> {
  if (jobId === null || pipelineRunId !== null) return
  const result = { extractedData, selfHeal: summariseHeals(selfHealEvents) }
  await endJob(tx, services, jobId, { error, sessionId, result })
}

export async function endJobOfPipelineRun(
  tx: Db,
  services: JobServices,
  { run: { jobId }, status, error, sessionId, extractedData }: PipelineRunEnd,
): Promise<void> {
  if (jobId !== null)
    await endJob(tx, services, jobId, { error, sessionId, result: { status, extractedData } })
}
