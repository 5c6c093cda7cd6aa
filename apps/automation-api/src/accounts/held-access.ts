import { heldAccessOf } from '@waypost/http'
import type { z } from 'zod'

/** An API key or a webhook that is deactivated until its owner confirms it. */
export const heldAccess = heldAccessOf(['api_key', 'webhook'])

export type HeldAccess = z.infer<typeof heldAccess>
