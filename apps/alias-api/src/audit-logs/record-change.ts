import { newId, type Db } from '@waypost/postgres'
import type { Actor, Services } from '../services.ts'
import { insertAuditLogs } from './insert-audit-logs.ts'

/**
 * Writes a change to the audit log as the last statement of its transaction: an owner's changes wait for each other
 * from here to the commit.
 */
export async function recordChange(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { ownerId, keyId, ip, request }: Actor,
): Promise<void> {
  const { action, method, path, successStatus } = request
  await insertAuditLogs(tx, [
    {
      id: newId(),
      ownerId,
      action: action!,
      method,
      path,
      statusCode: successStatus,
      keyId,
      ip,
      createdAt: new Date(clock.now()),
    },
  ])
}
