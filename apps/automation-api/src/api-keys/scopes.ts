import { z } from 'zod'

export const scope = z.enum([
  'automation:read',
  'automation:write',
  'automation:execute',
  'pipeline:read',
  'pipeline:write',
  'pipeline:execute',
  'audit:read',
])

export type Scope = z.infer<typeof scope>
