import { getDomain } from '../domains/get-domain.ts'
import type { Actor, Services } from '../services.ts'
import type { DomainRule } from './domain-rule.ts'
import { readDomainRules } from './own-domain-rules.ts'

/** The rules of a domain, in their order. */
export async function listDomainRules(
  services: Services,
  actor: Actor,
  domainId: string,
): Promise<DomainRule[]> {
  await getDomain(services, actor, domainId)
  return readDomainRules(services.db, actor, [domainId])
}
