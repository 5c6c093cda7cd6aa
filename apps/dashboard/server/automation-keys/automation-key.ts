import { z } from 'zod'

/** The name that the keys of sign-ins have in their owner's list of keys. */
export const keyName = 'Dashboard sign-in'

/** All scopes: a signed-in user may do everything. */
export const keyScopes = [
  'automation:read',
  'automation:write',
  'automation:execute',
  'pipeline:read',
  'pipeline:write',
  'pipeline:execute',
  'audit:read',
]

/** A working day. */
export const keyTtlMs = 8 * 60 * 60_000
/** A key is replaced this long before it expires, so that no request uses an expired key. */
export const renewBeforeMs = 5 * 60_000

export const createdKey = z.object({ apiKey: z.object({ _id: z.string() }), rawKey: z.string() })

export interface AutomationKey {
  keyId: string
  rawKey: string
  expiresAt: Date
}

/** The sealing context of the raw key. */
export const contextOf = (sessionId: string) => `automation-key:${sessionId}`
