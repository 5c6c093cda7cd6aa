import { sql } from 'drizzle-orm'
import type { TestDatabase } from '@waypost/testing'
import type { Services } from '../services.ts'
import { sendSystemEmail, type SendingOptions, type SendingServices } from './send-system-email.ts'
import { systemEmailQueue, type SystemEmailJob } from './system-email-queue.ts'

/** For tests: sends all due e-mails, as a worker does. */
export async function sendDueEmails(
  services: SendingServices & Pick<Services, 'work'>,
  options: SendingOptions,
): Promise<void> {
  const { name } = systemEmailQueue
  for (;;) {
    const jobs = await services.work.fetch<SystemEmailJob>(name, { batchSize: 5, groupConcurrency: 1 })
    if (jobs.length === 0) return
    await Promise.all(
      jobs.map(async ({ id, data }) => {
        try {
          await sendSystemEmail(services, options, data)
          await services.work.complete(name, id)
        } catch {
          await services.work.fail(name, id)
        }
      }),
    )
  }
}

/** Returns how long the waiting jobs would still wait, and makes them due. */
export async function skipPauses({
  connectAsOwner,
}: Pick<TestDatabase, 'connectAsOwner'>): Promise<number[]> {
  const { rows } = await connectAsOwner().db.execute<{ seconds: string }>(sql`
    with waiting as materialized (
      select id, extract(epoch from start_after - now()) as seconds from accounts_jobs.job where state < 'active'
    )
    update accounts_jobs.job set start_after = now() from waiting where waiting.id = job.id returning seconds
  `)
  return rows.map(({ seconds }) => Number(seconds))
}
