import { domainToASCII } from 'node:url'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { DomainError, ValidationError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { domains, platformDomains } from '../db/tables.ts'
import { enforceDomainPlan } from '../domains/enforce-domain-plan.ts'
import { isRoleName } from '../inbound/role-address.ts'
import type { Actor } from '../services.ts'

export interface ChosenDomain {
  domain: string
  /** The id of a domain of the owner's; null for a platform domain. */
  domainId: string | null
}

/** What a request says of the domain of a new address, and of its name there. */
interface WantedDomain {
  domain?: string | undefined
  platformDomainId?: string | undefined
  localPart?: string | undefined
}

/**
 * Chooses the domain of a new address: one of the owner's, a platform domain, or the first platform domain of the plan.
 */
export async function chooseDomain(
  tx: Db,
  actor: Actor,
  { domain, platformDomainId, localPart }: WantedDomain,
): Promise<ChosenDomain> {
  if (domain !== undefined && platformDomainId !== undefined)
    throw invalid('domain', 'must not be given together with platformDomainId', domain)
  if (domain !== undefined) return findOwnDomain(tx, actor, domain, localPart)
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

async function findOwnDomain(
  tx: Db,
  actor: Actor,
  domain: string,
  localPart: string | undefined,
): Promise<ChosenDomain> {
  const name = domainToASCII(domain.replace(/\.$/, ''))
  const [own] = await tx
    .select({ id: domains.id, platformDomain: domains.platformDomain })
    .from(domains)
    .where(and(eq(domains.ownerId, actor.ownerId), eq(domains.domain, name), eq(domains.status, 'verified')))
    // Locks the domain, so that deleting it waits until this address is there to be stopped with it.
    .for('key share')
  await enforceDomainPlan(tx, actor, own)
  if (!own) throw invalid('domain', 'must be a verified custom domain', domain)
  if (own.platformDomain !== null && localPart !== undefined && isRoleName(localPart))
    throw invalid(
      'localPart',
      'must not be that of a role address, on a subdomain of a platform domain',
      localPart,
    )
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
