import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { executions } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import type { ExecutionRow } from '../execution.ts'
import { announceProgress } from '../progress/progress.ts'
import { beginWaiting } from './begin-waiting.ts'

const pollMs = 500

/**
 * Waits until a person gives the run back.
 *
 * @throws an Error where nobody does in time, or the signal's reason
 */
export async function waitForPerson(
  services: Services,
  execution: ExecutionRow,
  asked: { stepName: string; message: string; timeoutMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { db } = services
  const isThis = eq(executions.id, execution.id)
  await beginWaiting(services, execution, asked)
  const deadlineAt = performance.now() + asked.timeoutMs
  try {
    for (;;) {
      const leftMs = deadlineAt - performance.now()
      await setTimeout(Math.min(pollMs, Math.max(1, leftMs)), undefined, { signal }).catch(() => {
        throw signal.reason
      })
      const [row] = await db.select({ resumedAt: executions.resumedAt }).from(executions).where(isThis)
      if (row?.resumedAt) return
      if (leftMs <= 0) throw new Error(`nobody gave the run back within ${asked.timeoutMs} ms`)
    }
  } finally {
    // The end of an execution does the same, where this cannot.
    await db
      .update(executions)
      .set({ waiting: null })
      .where(isThis)
      .then(() => announceProgress(db, execution.id))
      .catch(() => {})
  }
}
