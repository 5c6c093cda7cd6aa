import { newId, type Db } from '@waypost/postgres'
import { letters } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { triedForMs, type LetterKind } from './letter.ts'

/** Queues a mail; it leaves if and only if `tx` commits, soon after `services.letters.soon()`. */
export async function queueLetter(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  kind: LetterKind,
  recipient: string,
): Promise<void> {
  const createdAt = new Date(clock.now())
  await tx.insert(letters).values({
    id: newId(),
    kind,
    recipient,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + triedForMs[kind]),
    attemptAt: createdAt,
    attempts: 0,
  })
}
