import { nameText } from '@waypost/http'
import { z } from 'zod'
import { mode } from '../accounts/owner.ts'
import type { apiKeys } from '../db/tables.ts'
import { scope } from './scopes.ts'

const isoTime = z.iso.datetime()

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(scope),
  mode,
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
})

export const newApiKey = z.strictObject({
  name: nameText(100),
  scopes: z.array(scope).min(1).max(50),
  mode: mode.default('live'),
})

export const createdApiKey = z.object({ apiKey, rawKey: z.string() })

export type ApiKey = z.infer<typeof apiKey>

export function toApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as ApiKey['scopes'],
    mode: row.mode,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
