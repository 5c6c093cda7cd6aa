import { z } from 'zod'
import type { auditLogs } from '../db/tables.ts'

/** The action on one resource. */
const changeAction = z.enum([
  'api_key.created',
  'api_key.updated',
  'api_key.deleted',
  'automation.created',
  'automation.updated',
  'automation.restored',
  'automation.deleted',
  'automation.triggered',
  'automation.stopped',
  'automation.validated',
  'automation.heal_accepted',
  'automation.heal_refused',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.tested',
  'webhook.recovered',
  'delivery.redelivered',
  'recording.created',
  'recording.deleted',
  'session.deleted',
  'execution.resumed',
  'secret.saved',
  'file.saved',
  'file.deleted',
  'secret.deleted',
  'pipeline.created',
  'pipeline.updated',
  'pipeline.deleted',
  'pipeline.triggered',
  'pipeline.stopped',
  'schedule.created',
  'schedule.updated',
  'schedule.deleted',
  'job.enqueued',
  'intent.accepted',
  'account.held',
  'account.tokens_revoked',
  'account.updated',
])
/** A change, or a refused request of a known actor. */
const auditAction = z.enum([...changeAction.options, 'request.refused'])

export const auditLog = z.object({
  id: z.uuid(),
  action: auditAction,
  resourceType: z.string().nullable(),
  resourceId: z.uuid().nullable(),
  actor: z.object({ type: z.enum(['user', 'api_key']), keyId: z.uuid().nullable() }),
  ip: z.string(),
  result: z.enum(['success', 'refused']),
  /** For a refusal: the request and the status of its response. */
  request: z.object({ method: z.string(), path: z.string(), statusCode: z.number().int() }).nullable(),
  createdAt: z.iso.datetime(),
})

export const auditLogQuery = z.object({
  action: auditAction.optional(),
  resourceId: z.uuid().optional(),
  keyId: z.uuid().optional().meta({ description: 'Only what this API key has done' }),
})

type AuditAction = z.infer<typeof auditAction>
export type ChangeAction = z.infer<typeof changeAction>
export type AuditLog = z.infer<typeof auditLog>

export function toAuditLog(row: typeof auditLogs.$inferSelect): AuditLog {
  const { method, path, statusCode } = row
  return {
    id: row.id,
    action: row.action as AuditAction,
    resourceType: row.resourceType,
    resourceId: row.resourceId,
    actor: { type: row.keyId === null ? 'user' : 'api_key', keyId: row.keyId },
    ip: row.ip,
    result: row.result,
    request: method === null ? null : { method, path: path!, statusCode: statusCode! },
    createdAt: row.createdAt.toISOString(),
  }
}
