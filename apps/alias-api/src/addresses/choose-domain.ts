import { domainToASCII } from 'node:url'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { DomainError, ValidationError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { planLimits } from '../accounts/plans.ts'
import { domains, platformDomains } from '../db/tables.ts'
import type { Actor } from '../services.ts'

export interface ChosenDomain {
  domain: string
  /** The id of a custom domain; null for a platform domain. */
  domainId: string | null
}

/**
 * Chooses the domain of a new address: a custom domain, a platform domain, or the first platform domain of the plan.
 */
export async function chooseDomain(
  tx: Db,
  actor: Actor,
  { domain, platformDomainId }: { domain?: string | undefined; platformDomainId?: string | undefined },
): Promise<ChosenDomain> {
  if (domain !== undefined && platformDomainId !== undefined)
    throw invalid('domain', 'must not be given together with platformDomainId', domain)
  if (domain !== undefined) return findOwnDomain(tx, actor, domain)
  if (platformDomainId !== undefined) return findPlatformDomain(tx, actor, platformDomainId)

  const [first] = await tx
    .select({ domain: platformDomains.domain })
    .from(platformDomains)
    .where(and(isNull(platformDomains.retiredAt), sql`${actor.plan} = any(${platformDomains.plans})`))
    .orderBy(asc(platformDomains.position))
    .limit(1)
  if (!first) throw new Error(`no platform domain for the plan ${actor.plan}`)
  return { domain: first.domain, domainId: null }
}

async function findOwnDomain(tx: Db, { ownerId, plan }: Actor, domain: string): Promise<ChosenDomain> {
  if (!planLimits[plan].hasCustomDomains)
    throw new DomainError('forbidden', 'Custom domains require the Business plan')
  const name = domainToASCII(domain.replace(/\.$/, ''))
  const [own] = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.ownerId, ownerId), eq(domains.domain, name), eq(domains.status, 'verified')))
    // Locks the domain, so that deleting it waits until this address is there to be stopped with it.
    .for('key share')
  if (!own) throw invalid('domain', 'must be a verified custom domain', domain)
  return { domain: name, domainId: own.id }
}

async function findPlatformDomain(tx: Db, { plan }: Actor, id: string): Promise<ChosenDomain> {
  const [found] = await tx
    .select({ domain: platformDomains.domain, plans: platformDomains.plans })
    .from(platformDomains)
    .where(and(eq(platformDomains.id, id), isNull(platformDomains.retiredAt)))
  if (!found) throw invalid('platformDomainId', 'must be a platform domain', id)
  if (!found.plans.includes(plan))
    throw new DomainError('forbidden', `The plan ${plan} has no addresses on ${found.domain}`)
  return { domain: found.domain, domainId: null }
}

function invalid(property: string, says: string, receivedValue: string): ValidationError {
  return new ValidationError([{ property, rule: 'isIn', message: `${property} ${says}`, receivedValue }])
}
