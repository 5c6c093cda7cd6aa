import { createBatchRecorder, type App } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { auditLogs } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { insertAuditLogs } from './insert-audit-logs.ts'

const reading = new Set(['GET', 'HEAD'])

/**
 * Logs authenticated requests in batches, after their responses were sent: all reads, and everything refused or
 * failed, where the route has an action. A committed change is not logged here, since its own transaction has logged it.
 */
export function recordRequests(app: App, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  const recorder = createBatchRecorder<typeof auditLogs.$inferInsert>((rows) => insertAuditLogs(db, rows), {
    onError: (error) => app.log.warn({ err: error }, 'could not write the audit log'),
  })
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.startsWith('/api/v1/') && config?.action === undefined)
      throw new Error(`the audit log has no action name for ${String(method)} ${url}`)
  })
  app.addHook('onClose', () => recorder.close())
  app.addHook('onResponse', async ({ caller, method }, reply) => {
    if (!caller?.actor) return
    const { ownerId, keyId, ip, request } = caller.actor
    const isRecordedChange =
      reply.statusCode < 400 && !reading.has(method) && !reply.hasHeader('idempotency-replayed')
    if (request.action === null || isRecordedChange) return
    recorder.record({
      id: newId(),
      ownerId,
      action: request.action,
      method,
      path: request.path,
      statusCode: reply.statusCode,
      keyId,
      ip,
      createdAt: new Date(clock.now()),
    })
  })
}
