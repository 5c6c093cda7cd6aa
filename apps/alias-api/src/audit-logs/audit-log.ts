import { z } from 'zod'
import type { auditLogs } from '../db/tables.ts'

/** One authenticated request. */
export const auditLog = z.object({
  id: z.uuid(),
  /** What the route does, such as `address.create`. */
  action: z.string(),
  method: z.string(),
  path: z.string(),
  statusCode: z.number().int(),
  /** Null for a person who was signed in with a JWT. */
  keyId: z.uuid().nullable(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
})

export type AuditLog = z.infer<typeof auditLog>

export function toAuditLog(row: typeof auditLogs.$inferSelect): AuditLog {
  const { id, action, method, path, statusCode, keyId, ip, createdAt } = row
  return { id, action, method, path, statusCode, keyId, ip, createdAt: createdAt.toISOString() }
}
