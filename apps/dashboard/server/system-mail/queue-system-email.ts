import { newId, type Db } from '@waypost/postgres'
import { systemEmails } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { triedForMs, type SystemEmailKind } from './system-email.ts'

/** Queues a mail; it leaves if and only if `tx` commits, soon after `services.systemMail.soon()`. */
export async function queueSystemEmail(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  kind: SystemEmailKind,
  recipient: string,
): Promise<void> {
  const createdAt = new Date(clock.now())
  await tx.insert(systemEmails).values({
    id: newId(),
    kind,
    recipient,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + triedForMs[kind]),
    attemptAt: createdAt,
    attempts: 0,
  })
}
