import { newId, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { enqueueJobs } from '@waypost/work-queues'
import { systemEmails } from '../db/tables.ts'
import type { EmailData } from '../notices/notice.ts'
import type { Services } from '../services.ts'
import { systemEmailQueue, type SystemEmailJob } from './system-email-queue.ts'
import { triedForMs, type SystemEmailKind } from './system-email.ts'

/**
 * Queues an e-mail, which is sent if and only if `tx` commits.
 *
 * @param about what it is about, with the e-mail's id: one that is queued already is not queued again
 */
export async function enqueueSystemEmail(
  tx: Db,
  { clock, work }: Pick<Services, 'clock' | 'work'>,
  kind: SystemEmailKind,
  recipient: string,
  about?: EmailData,
): Promise<void> {
  const emailId = about?.id ?? newId()
  const createdAt = new Date(clock.now())
  const expiresAt = new Date(createdAt.getTime() + triedForMs[kind])
  const queued = await tx
    .insert(systemEmails)
    .values({ id: emailId, kind, recipient, data: about, createdAt, expiresAt })
    .onConflictDoNothing()
    .returning({ id: systemEmails.id })
  if (queued.length === 0) return
  const data: SystemEmailJob = { emailId, ...carryTrace() }
  await enqueueJobs(tx, work, systemEmailQueue.name, [{ ownerId: recipient, data }])
}
