import { z } from 'zod'

export const scope = z.enum([
  'emails:read',
  'emails:write',
  'analytics:read',
  'domains:read',
  'domains:manage',
  'webhooks:manage',
  'forwarding:manage',
])

export type Scope = z.infer<typeof scope>
