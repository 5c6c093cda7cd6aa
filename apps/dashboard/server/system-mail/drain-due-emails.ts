import { sql } from 'drizzle-orm'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import type { Services } from '../services.ts'
import { systemEmailQueue, type SystemEmailJob } from './system-email-queue.ts'

const atATime = 100

/**
 * Creates jobs for the e-mails of the previous version, which has no jobs and finds due e-mails by `attempt_at`. Its
 * processes run beside this version's during an upgrade. An e-mail that one of them claimed is due again minutes later,
 * unless it was sent and deleted by then; an e-mail with a job is never due. The next release drops this and the column.
 */
export async function drainDueEmails({
  db,
  clock,
  work,
}: Pick<Services, 'db' | 'clock' | 'work'>): Promise<void> {
  const now = new Date(clock.now())
  let found = atATime
  while (found === atATime)
    found = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string; recipient: string }>(sql`
        update accounts.system_emails set attempt_at = 'infinity' where id in (
          select id from accounts.system_emails
          where sent_at is null and attempt_at <= ${now} and expires_at > ${now}
          order by attempt_at limit ${atATime} for update skip locked
        )
        returning id, recipient
      `)
      const jobs = rows.map(({ id, recipient }): NewJob<SystemEmailJob> => ({
        ownerId: recipient,
        data: { emailId: id },
      }))
      await enqueueJobs(tx, work, systemEmailQueue.name, jobs)
      return rows.length
    })
}
