import type { Actor, Services } from '../services.ts'
import type { DomainRule } from './domain-rule.ts'
import { listDomainRules } from './list-domain-rules.ts'
import { matchesName } from './matches-name.ts'

/** The rule of a domain that would make the alias of a name; null where none is for it. */
export async function matchDomainRule(
  services: Services,
  actor: Actor,
  domainId: string,
  localPart: string,
): Promise<DomainRule | null> {
  const rules = await listDomainRules(services, actor, domainId)
  const first = rules.find(
    ({ isActive, match }) =>
      isActive && matchesName({ matchType: match.type, matchValue: match.value }, localPart),
  )
  return first ?? null
}
