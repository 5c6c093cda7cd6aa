import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { planLimits } from '../accounts/plans.ts'
import { findLimits } from '../limits/find-limits.ts'
import type { Actor } from '../services.ts'
import { needsBusiness } from './create-domain.ts'
import type { DomainRow } from './domain.ts'

export const noSubdomains = 'The plan has no subdomains of platform domains'

/** Refuses new aliases and rules on a domain of a kind that the plan of its account does not have. */
export async function enforceDomainPlan(
  tx: Db,
  { plan, accountId }: Pick<Actor, 'plan' | 'accountId'>,
  domain: Pick<DomainRow, 'platformDomain'> | undefined,
): Promise<void> {
  if (typeof domain?.platformDomain !== 'string') {
    if (!planLimits[plan].hasCustomDomains) throw new DomainError('forbidden', needsBusiness)
  } else if ((await findLimits(tx, accountId)).limits.subdomains === 0) {
    throw new DomainError('forbidden', noSubdomains)
  }
}
