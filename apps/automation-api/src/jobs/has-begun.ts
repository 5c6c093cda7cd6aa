import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { jobs } from '../db/job-tables.ts'

/** Whether the job's turn has come; otherwise it waits in line. */
export async function hasBegun(tx: Db, jobId: string): Promise<boolean> {
  const [job] = await tx.select({ begunAt: jobs.begunAt }).from(jobs).where(eq(jobs.id, jobId))
  return job!.begunAt !== null
}
