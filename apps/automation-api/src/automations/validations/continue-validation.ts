import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automations } from '../../db/tables.ts'
import { acceptExecution } from '../../executions/accept-execution.ts'
import type { ExecutionRow } from '../../executions/execution.ts'
import { isAwaited } from '../../executions/execution-validation.ts'
import { findGivenVariables } from '../../executions/given-variables.ts'
import type { Services } from '../../services.ts'
import type { StoredValidation } from './validation.ts'

/**
 * Continues a validation where one of its executions has ended: with the next replay, or with its result. After a
 * change of the automation there is no result.
 *
 * @param tx ends the execution, and holds its automation
 *
 * @param ended the execution as it ended, with its given values
 */
export async function continueValidation(tx: Db, services: Services, ended: ExecutionRow): Promise<void> {
  const [automation] = await tx.select().from(automations).where(eq(automations.id, ended.automationId))
  const current = automation?.validation
  if (!automation || !current || !isAwaited(automation, ended.id)) return
  const change = (values: Partial<typeof automations.$inferInsert>) =>
    tx.update(automations).set(values).where(eq(automations.id, automation.id))
  const end = (result: Pick<StoredValidation, 'status' | 'error'>): StoredValidation => ({
    ...current,
    ...result,
    endedAt: new Date(services.clock.now()).toISOString(),
  })

  if (ended.error !== null) {
    await change({ validation: end({ status: 'failed', error: ended.error }) })
    return
  }
  const replay = current.executionIds.length + 1
  if (replay > current.replays) {
    await change({ validation: end({ status: 'passed', error: null }), isDraft: false })
    return
  }
  const variables = findGivenVariables(services.keyring, `execution:${ended.id}`, ended.sealedVariables)
  const next =
    variables &&
    (await acceptExecution(tx, services, automation, {
      sessionId: ended.inputSessionId,
      saveSession: false,
      variables,
      validation: { replay, stopBefore: current.stopBefore },
    }))
  await change({
    validation: next
      ? { ...current, executionIds: [...current.executionIds, next.executionId] }
      : // The end of the execution must not fail over it.
        end({ status: 'failed', error: `Replay ${replay} could not be started` }),
  })
}
