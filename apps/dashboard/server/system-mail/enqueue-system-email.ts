import { newId, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { enqueueJobs } from '@waypost/work-queues'
import { systemEmails } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { systemEmailQueue, type SystemEmailJob } from './system-email-queue.ts'
import { triedForMs, type SystemEmailKind } from './system-email.ts'

/** Queues an e-mail, which is sent if and only if `tx` commits. */
export async function enqueueSystemEmail(
  tx: Db,
  { clock, work }: Pick<Services, 'clock' | 'work'>,
  kind: SystemEmailKind,
  recipient: string,
): Promise<void> {
  const emailId = newId()
  const createdAt = new Date(clock.now())
  const expiresAt = new Date(createdAt.getTime() + triedForMs[kind])
  await tx.insert(systemEmails).values({ id: emailId, kind, recipient, createdAt, expiresAt })
  const data: SystemEmailJob = { emailId, ...carryTrace() }
  await enqueueJobs(tx, work, systemEmailQueue.name, [{ ownerId: recipient, data }])
}
