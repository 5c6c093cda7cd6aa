import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import { call } from '../client/call.ts'
import type { Service } from '../services/service.ts'

/** A key, a webhook or a rule of forwarding that is off until its owner keeps it. */
export interface HeldAccess {
  service: Service
  id: string
  kind: 'api_key' | 'webhook' | 'forwarding_rule'
  name: string
  target: string
  createdAt: string
}

const params = { query: { limit: 100 } }

async function load(): Promise<HeldAccess[]> {
  const [ofAutomation, ofAlias] = await Promise.all([
    call(automation.GET('/held-access', { params })),
    call(alias.GET('/held-access', { params })),
  ])
  return [
    ...ofAutomation.map((item) => ({ ...item, service: 'automation' as const })),
    ...ofAlias.data.map((item) => ({ ...item, service: 'alias' as const })),
  ]
}

export const heldAccessQuery = queryOptions({ queryKey: ['held-access'], queryFn: load })

export async function keepHeldAccess({ service, id }: HeldAccess): Promise<void> {
  const path = { params: { path: { id } } }
  if (service === 'automation') await call(automation.POST('/held-access/{id}/keep', path))
  else await call(alias.POST('/held-access/{id}/keep', path))
}
