import type { MovedService } from '@waypost/commands'
import { automationChannel } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { apiKeys, keysInCells } from '../db/tables.ts'
import { workSchema } from '../executions/run-queue.ts'

export const movedAutomation: MovedService = {
  schema: 'automation',
  queueSchemas: [workSchema, automationChannel.outboxSchema],
  outboxSchema: automationChannel.outboxSchema,
  ownersOf: (accountId) => [accountId],
  links: { delivery_attempts: { column: 'delivery_id', parent: 'deliveries' } },
  shared: {},
  passing: [],
  ofDatabase: [
    'accounts',
    'blob_pieces',
    'blobs',
    'delivery_leases',
    'keys_in_cells',
    'migrations',
    'moves',
    'rate_limits',
    'sealing_keys',
    'spooled_pieces',
  ],
  derived: ['account_usage', 'ended_runs', 'notices', 'run_days', 'usage_changes'],
  async enter(tx, to, ownerId) {
    const keys = await to
      .select({ keyHash: apiKeys.keyHash, ownerId: apiKeys.ownerId })
      .from(apiKeys)
      .where(eq(apiKeys.ownerId, ownerId))
    if (keys.length > 0) await tx.insert(keysInCells).values(keys).onConflictDoNothing()
  },
  async leave(tx, ownerId) {
    await tx.delete(keysInCells).where(eq(keysInCells.ownerId, ownerId))
  },
}
