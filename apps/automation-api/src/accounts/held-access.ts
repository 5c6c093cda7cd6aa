import { heldAccessOf } from '@waypost/http'
import type { z } from 'zod'

/** A key or a webhook that is off until its owner has confirmed it. */
export const heldAccess = heldAccessOf(['api_key', 'webhook'])

export type HeldAccess = z.infer<typeof heldAccess>
