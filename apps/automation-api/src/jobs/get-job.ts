import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { jobs } from '../db/job-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toJob, type Job } from './job.ts'

export async function getJob({ db }: Services, { ownerId }: Actor, id: string): Promise<Job> {
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.ownerId, ownerId)))
  if (!row) throw new DomainError('not_found', 'Job not found or unauthorized')
  return toJob(row)
}
