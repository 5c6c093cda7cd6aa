import { z } from 'zod'

/** A key, a webhook or a rule of forwarding that is off until its owner has confirmed it. */
export const heldAccess = z.object({
  id: z.uuid(),
  kind: z.enum(['api_key', 'webhook', 'forwarding_rule']),
  name: z.string(),
  /** How a key begins, where a webhook sends to, or where mail is forwarded to. */
  target: z.string(),
  createdAt: z.iso.datetime(),
  heldAt: z.iso.datetime(),
})

export const revocation = z.strictObject({ hold: z.boolean().default(false) })

export type HeldAccess = z.infer<typeof heldAccess>
