import { z } from 'zod'

/** A key, a webhook or a forwarding rule that is off until its owner has confirmed it. */
export const heldAccess = z.object({
  id: z.uuid(),
  kind: z.enum(['api_key', 'webhook', 'forwarding_rule']),
  name: z.string(),
  /** The key's prefix, the webhook's URL, or the destination of forwarded mail. */
  target: z.string(),
  createdAt: z.iso.datetime(),
  heldAt: z.iso.datetime(),
})

export const revocation = z.strictObject({ hold: z.boolean().default(false) })

export type HeldAccess = z.infer<typeof heldAccess>
