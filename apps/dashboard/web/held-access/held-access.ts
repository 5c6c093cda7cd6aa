import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import type { Service } from '../services/service.ts'

/** A key, a webhook, a schedule or a rule that is off until its owner confirms it. */
export interface HeldAccess {
  service: Service
  id: string
  kind: 'api_key' | 'webhook' | 'schedule' | 'forwarding_rule' | 'domain_rule' | 'mail_rule'
  name: string
  target: string
  createdAt: string
}

async function load(): Promise<HeldAccess[]> {
  const [ofAutomation, ofAlias] = await Promise.all([
    automation.heldAccess.list({ limit: 100 }).all(),
    alias.heldAccess.list({ limit: 100 }).all(),
  ])
  return [
    ...ofAutomation.map((item) => ({ ...item, service: 'automation' as const })),
    ...ofAlias.map((item) => ({ ...item, service: 'alias' as const })),
  ]
}

export const heldAccessQuery = queryOptions({ queryKey: ['held-access'], queryFn: load })

export async function keepHeldAccess({ service, id }: HeldAccess): Promise<void> {
  await { automation, alias }[service].heldAccess.keep(id)
}
