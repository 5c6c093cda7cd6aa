import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { jobs } from '../db/job-tables.ts'
import type { JobRow } from './job.ts'

const isInLine = (targetId: string) =>
  and(eq(jobs.targetId, targetId), eq(jobs.status, 'pending'), isNull(jobs.begunAt))

/**
 * The first job that waits for an automation or a pipeline.
 *
 * @param tx holds the target: only its holder takes from its line
 */
export async function findNextJob(tx: Db, targetId: string): Promise<JobRow | undefined> {
  const [next] = await tx.select().from(jobs).where(isInLine(targetId)).orderBy(asc(jobs.number)).limit(1)
  return next
}
