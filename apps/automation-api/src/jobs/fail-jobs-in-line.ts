import type { Db } from '@waypost/postgres'
import type { JobServices } from '../services.ts'
import { endJob } from './end-job.ts'
import { findNextJob } from './find-next-job.ts'

/**
 * Fails all jobs that wait for an automation or a pipeline that is being deleted.
 *
 * @param tx deletes it
 */
export async function failJobsInLine(
  tx: Db,
  services: JobServices,
  targetId: string,
  error: string,
): Promise<void> {
  for (let job = await findNextJob(tx, targetId); job; job = await findNextJob(tx, targetId))
    await endJob(tx, services, job.id, { error, result: null })
}
