import { recordChange } from '../audit-logs/record-change.ts'
import { domainRules } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import {
  domainRuleNotFound,
  isOwnDomainRule,
  lockDomainRules,
  orderDomainRules,
  type DomainRulePath,
} from './own-domain-rules.ts'

/** Deletes a rule. The aliases that it has made stay. */
export async function deleteDomainRule(
  services: Services,
  actor: Actor,
  path: DomainRulePath,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const rules = await lockDomainRules(tx, actor, path.id)
    const deleted = await tx
      .delete(domainRules)
      .where(isOwnDomainRule(actor, path))
      .returning({ id: domainRules.id })
    if (deleted.length === 0) throw domainRuleNotFound()
    const left = rules.map(({ id }) => id).filter((id) => id !== path.ruleId)
    await orderDomainRules(tx, left)
    await recordChange(tx, services, actor)
  })
}
