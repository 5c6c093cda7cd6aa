import { and, eq } from 'drizzle-orm'
import { ValidationError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { jobs } from '../db/job-tables.ts'
import { pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import { findGivenVariables } from '../executions/given-variables.ts'
import { acceptRun } from '../pipeline-runs/accept-run.ts'
import { checkMembers } from '../pipelines/check-members.ts'
import { checkRunVariables } from '../pipelines/check-run-variables.ts'
import type { Services } from '../services.ts'
import { endJob } from './end-job.ts'
import { findNextJob } from './find-next-job.ts'
import type { JobRow } from './job.ts'

/**
 * Accepts the run of the first job in a pipeline's line, unless a run is active. Repeating it changes nothing.
 *
 * @param tx holds the pipeline, and no automation
 */
export async function beginPipelineJob(tx: Db, services: Services, pipelineId: string): Promise<void> {
  const [pipeline] = await tx.select().from(pipelines).where(eq(pipelines.id, pipelineId))
  if (!pipeline) return
  const isActive = and(eq(pipelineRuns.pipelineId, pipelineId), eq(pipelineRuns.status, 'active'))
  // A run may end at once, where none of its automations exists any more.
  while ((await tx.$count(pipelineRuns, isActive)) === 0) {
    const job = await findNextJob(tx, pipelineId)
    if (!job) return
    const problem = await begin(tx, services, pipeline, job)
    if (problem !== undefined) await endJob(tx, services, job.id, { error: problem, result: null })
  }
}

/** Why the job can never run; undefined where its run has begun. */
async function begin(
  tx: Db,
  services: Services,
  pipeline: typeof pipelines.$inferSelect,
  { id, sealedVariables, inputSessionId, saveSession }: JobRow,
): Promise<string | undefined> {
  const variables = findGivenVariables(services.keyring, `job:${id}`, sealedVariables)
  if (!variables) return 'The values of the job cannot be read'
  try {
    checkRunVariables(await checkMembers(tx, pipeline, pipeline.automationIds), variables, pipeline.members)
  } catch (error) {
    if (error instanceof ValidationError) return error.issues.map(({ message }) => message).join('; ')
    throw error
  }
  const sessionId = inputSessionId ?? undefined
  const begunAt = new Date(services.clock.now())
  await tx.update(jobs).set({ begunAt, sealedVariables: null }).where(eq(jobs.id, id))
  const run = { sessionId, saveSession, variables, jobId: id }
  const pipelineRunId = await acceptRun(tx, services, pipeline, run)
  await tx.update(jobs).set({ pipelineRunId }).where(eq(jobs.id, id))
  return undefined
}
