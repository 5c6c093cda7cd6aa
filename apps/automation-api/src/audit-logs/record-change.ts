import { newId, type Db } from '@waypost/postgres'
import { auditLogs } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import type { ChangeAction } from './audit-log.ts'

/** Records who did what. Names resources only by their ids, so that the log never holds a secret. */
export async function recordChange(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { ownerId, keyId, ip }: Actor,
  action: ChangeAction,
  resourceId: string | null,
): Promise<void> {
  const [resourceType] = action.split('.')
  await tx.insert(auditLogs).values({
    id: newId(),
    ownerId,
    action,
    resourceType: resourceType!,
    resourceId,
    keyId,
    ip,
    result: 'success',
    createdAt: new Date(clock.now()),
  })
}
