import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pickVariables } from '../automations/variables/pick-variables.ts'
import { jobs } from '../db/job-tables.ts'
import { automations, executions } from '../db/tables.ts'
import { acceptExecution, notValidated } from '../executions/accept-execution.ts'
import { findGivenVariables } from '../executions/given-variables.ts'
import type { Services } from '../services.ts'
import { endJob } from './end-job.ts'
import { findNextJob } from './find-next-job.ts'
import type { JobRow } from './job.ts'

/**
 * Accepts the execution of the first job in an automation's line, unless an execution is active. Repeating it changes
 * nothing.
 *
 * @param tx holds the automation
 */
export async function beginAutomationJob(tx: Db, services: Services, automationId: string): Promise<void> {
  const isActive = and(
    eq(executions.automationId, automationId),
    inArray(executions.status, ['pending', 'running']),
  )
  if ((await tx.$count(executions, isActive)) > 0) return
  const [automation] = await tx.select().from(automations).where(eq(automations.id, automationId))
  if (!automation) return
  for (;;) {
    const job = await findNextJob(tx, automationId)
    if (!job) return
    const problem = await begin(tx, services, automation, job)
    if (problem === undefined) return
    await endJob(tx, services, job.id, { error: problem, result: null })
  }
}

/** Why the job can never run; undefined where its run has begun. */
async function begin(
  tx: Db,
  services: Services,
  automation: typeof automations.$inferSelect,
  { id, sealedVariables, inputSessionId, saveSession }: JobRow,
): Promise<string | undefined> {
  if (automation.isDraft) return notValidated
  const given = findGivenVariables(services.keyring, `job:${id}`, sealedVariables)
  if (!given) return 'The values of the job cannot be read'
  const accepted = await acceptExecution(tx, services, automation, {
    sessionId: inputSessionId,
    saveSession,
    variables: pickVariables(automation, given),
    jobId: id,
  })
  const begunAt = new Date(services.clock.now())
  await tx
    .update(jobs)
    .set({ begunAt, sealedVariables: null, executionId: accepted!.executionId })
    .where(eq(jobs.id, id))
  return undefined
}
