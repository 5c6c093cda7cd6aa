import { z } from 'zod'

/** How the keys of sign-ins are called where their owner lists keys. */
export const keyName = 'Dashboard sign-in'

/** All there are: whoever is signed in may do everything. */
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
/** So close to its end a key is replaced, for no request to meet it. */
export const renewBeforeMs = 5 * 60_000

export const createdKey = z.object({ apiKey: z.object({ _id: z.string() }), rawKey: z.string() })

export interface AutomationKey {
  keyId: string
  rawKey: string
  expiresAt: Date
}

/** What its raw key is sealed with. */
export const contextOf = (sessionId: string) => `automation-key:${sessionId}`
