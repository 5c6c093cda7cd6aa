import type { OpenChannel } from '../services.ts'
import { giveUpJobs } from './give-up-jobs.ts'
import type { Attempt } from './make-attempt.ts'

/** Takes attempts that a fault of ours prevented out of the log, and parks their deliveries as they were before. */
export async function parkUnsent(channel: OpenChannel, attempts: Attempt[], now: Date): Promise<void> {
  const unsent = attempts.map(({ claim: { job, deliveryId, round, number } }) => ({
    queue: job.queue,
    job_id: job.id,
    retry_count: job.retryCount,
    id: deliveryId,
    round,
    number,
    is_logged: true,
  }))
  await giveUpJobs(channel, { unsent }, now)
}
