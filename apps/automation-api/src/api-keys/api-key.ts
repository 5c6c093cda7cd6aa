import { nameText } from '@waypost/http'
import { z } from 'zod'
import type { apiKeys } from '../db/tables.ts'
import { scope } from './scopes.ts'

const isoTime = z.iso.datetime()
const name = nameText(100)

export const apiKey = z.object({
  _id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(scope),
  isActive: z.boolean(),
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
  lastUsedAt: isoTime.nullable(),
})

export const newApiKey = z.strictObject({
  name,
  scopes: z.array(scope).min(1),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((time) => Date.parse(time) > Date.now(), {
      message: 'must be in the future',
      params: { rule: 'minDate' },
    })
    .optional(),
})

export const apiKeyChange = z.strictObject({ name: name.optional(), isActive: z.boolean().optional() })

export const createdApiKey = z.object({ apiKey, rawKey: z.string() })

export type ApiKey = z.infer<typeof apiKey>

export function toApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    _id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as ApiKey['scopes'],
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}
