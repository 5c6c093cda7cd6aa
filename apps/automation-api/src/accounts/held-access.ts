import { z } from 'zod'

/** A key or a webhook that is off until its owner has confirmed it. */
export const heldAccess = z.object({
  id: z.uuid(),
  kind: z.enum(['api_key', 'webhook']),
  name: z.string(),
  /** How a key begins, or where a webhook sends to. */
  target: z.string(),
  createdAt: z.iso.datetime(),
  heldAt: z.iso.datetime(),
})

export const revocation = z.strictObject({ hold: z.boolean().default(false) })

export type HeldAccess = z.infer<typeof heldAccess>
