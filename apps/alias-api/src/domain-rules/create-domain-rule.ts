import { DomainError } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { chooseLifetime } from '../addresses/lifetime.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { domainRules, domains } from '../db/tables.ts'
import { enforceDomainPlan } from '../domains/enforce-domain-plan.ts'
import { isOwnDomain } from '../domains/own-domain.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import type { Actor, Services } from '../services.ts'
import { mostRules, type DomainRule, type newDomainRule } from './domain-rule.ts'
import { lockDomainRules, moveTo, orderDomainRules, readDomainRule } from './own-domain-rules.ts'

export const tooManyRules = `Rule limit reached: ${mostRules} of ${mostRules} used. It does not reset: delete one first.`

/** Adds a rule to a domain, which may still be pending: its rules act once it is verified. */
export async function createDomainRule(
  services: Services,
  actor: Actor,
  domainId: string,
  { match, position, alias, forwardToId, ...given }: z.infer<typeof newDomainRule>,
): Promise<DomainRule> {
  const { db, clock } = services
  const { ownerId } = actor
  const now = clock.now()
  // Refuses a time that the plan does not allow.
  chooseLifetime(actor, now, given)
  return db.transaction(async (tx) => {
    const [domain] = await tx.select().from(domains).where(isOwnDomain(actor, domainId))
    await enforceDomainPlan(tx, actor, domain)
    const rules = await lockDomainRules(tx, actor, domainId)
    if (rules.length >= mostRules) throw new DomainError('forbidden', tooManyRules)
    if (forwardToId !== undefined) await findDestination(tx, ownerId, forwardToId)
    const id = newId()
    await tx.insert(domainRules).values({
      id,
      ownerId,
      domainId,
      position: rules.length + 1,
      matchType: match.type,
      matchValue: match.type === 'any' ? null : match.value,
      label: alias ?? null,
      forwardToId: forwardToId ?? null,
      expiresInSeconds: given.expiresIn ?? null,
      isRenewed: given.autoRenew,
      isActive: given.isActive,
      createdAt: new Date(now),
    })
    if (position !== undefined) {
      const ids = rules.map((rule) => rule.id)
      await orderDomainRules(tx, moveTo([...ids, id], id, position))
    }
    const created = await readDomainRule(tx, actor, { id: domainId, ruleId: id })
    await recordChange(tx, services, actor)
    return created
  })
}
