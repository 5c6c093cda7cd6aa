import { heldAccessOf } from '@waypost/http'
import type { z } from 'zod'

/** An API key, a webhook or a schedule that is deactivated until its owner confirms it. */
export const heldAccess = heldAccessOf(['api_key', 'webhook', 'schedule'])

export type HeldAccess = z.infer<typeof heldAccess>
