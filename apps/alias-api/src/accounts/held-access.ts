import { heldAccessOf } from '@waypost/http'
import type { z } from 'zod'

/** A key, a webhook, a forwarding rule, or a rule of an alias or a domain, that is off until its owner has confirmed it. */
export const heldAccess = heldAccessOf(['api_key', 'webhook', 'forwarding_rule', 'domain_rule', 'mail_rule'])

export type HeldAccess = z.infer<typeof heldAccess>
