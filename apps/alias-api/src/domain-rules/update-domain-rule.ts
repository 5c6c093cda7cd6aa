import type { z } from 'zod'
import { chooseLifetime } from '../addresses/lifetime.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { domainRules } from '../db/tables.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import type { Actor, Services } from '../services.ts'
import type { DomainRule, domainRuleChange } from './domain-rule.ts'
import {
  domainRuleNotFound,
  isOwnDomainRule,
  lockDomainRules,
  moveTo,
  orderDomainRules,
  readDomainRule,
  type DomainRulePath,
} from './own-domain-rules.ts'

/** Changes a rule for the aliases that it makes from now on. Omitted fields stay as they are. */
export async function updateDomainRule(
  services: Services,
  actor: Actor,
  path: DomainRulePath,
  change: z.infer<typeof domainRuleChange>,
): Promise<DomainRule> {
  const { match, position, alias, forwardToId, expiresIn, autoRenew, isActive } = change
  return services.db.transaction(async (tx) => {
    const rules = await lockDomainRules(tx, actor, path.id)
    const current = rules.find(({ id }) => id === path.ruleId)
    if (!current) throw domainRuleNotFound()
    const expiresInSeconds = expiresIn === undefined ? current.expiresInSeconds : expiresIn
    const isRenewed = autoRenew ?? current.isRenewed
    if (expiresIn !== undefined || autoRenew !== undefined) {
      const wanted = { expiresIn: expiresInSeconds ?? undefined, autoRenew: isRenewed }
      chooseLifetime(actor, services.clock.now(), wanted)
    }
    if (typeof forwardToId === 'string') await findDestination(tx, actor.ownerId, forwardToId)
    await tx
      .update(domainRules)
      .set({
        ...(match && { matchType: match.type, matchValue: match.type === 'any' ? null : match.value }),
        label: alias === undefined ? current.label : alias,
        forwardToId: forwardToId === undefined ? current.forwardToId : forwardToId,
        expiresInSeconds,
        isRenewed,
        isActive: isActive ?? current.isActive,
        // An owner who sets isActive has reviewed the rule, which ends a hold.
        heldAt: isActive === undefined ? current.heldAt : null,
      })
      .where(isOwnDomainRule(actor, path))
    if (position !== undefined) {
      const ids = rules.map(({ id }) => id)
      await orderDomainRules(tx, moveTo(ids, path.ruleId, position))
    }
    const changed = await readDomainRule(tx, actor, path)
    await recordChange(tx, services, actor)
    return changed
  })
}
