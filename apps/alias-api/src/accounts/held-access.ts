import { heldAccessOf } from '@waypost/http'
import type { z } from 'zod'

/** A key, a webhook or a forwarding rule that is off until its owner has confirmed it. */
export const heldAccess = heldAccessOf(['api_key', 'webhook', 'forwarding_rule'])

export type HeldAccess = z.infer<typeof heldAccess>
