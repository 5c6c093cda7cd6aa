import type { Db } from '@waypost/postgres'
import { settleValidation } from '../automations/settle-validation.ts'
import type { automations } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'
import { publishEnd } from './publish-end.ts'

/**
 * What is owed with an end, whoever ends it: the one event that tells it; or, where the execution only tried the steps
 * out, the result of that and no event.
 *
 * @param tx holds the automation, and has ended the execution
 * @param ended as it ended, with the values that it was given
 */
export async function settleEnd(
  tx: Db,
  services: Services,
  automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
  ended: ExecutionRow,
): Promise<void> {
  await (ended.validation === null
    ? publishEnd(tx, services.outbox, automation, ended)
    : settleValidation(tx, services, ended))
}
