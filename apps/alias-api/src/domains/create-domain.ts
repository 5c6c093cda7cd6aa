import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DomainError, ValidationError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { planLimits } from '../accounts/plans.ts'
import { enforceLimit } from '../limits/enforce-limit.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { domains, platformDomains } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { recordsOf, toDomain, type createdDomain, type newDomain } from './domain.ts'
import { firstPauseMs } from './record-check.ts'

export const domainExists = 'Domain already exists'
export const needsBusiness = 'Custom domains require the Business plan'

/** Several accounts may have the same domain pending, each with its own token; only one can have it verified. */
export async function createDomain(
  services: ApiServices,
  actor: Actor,
  { domain }: z.infer<typeof newDomain>,
): Promise<z.infer<typeof createdDomain>> {
  if (!planLimits[actor.plan].hasCustomDomains) throw new DomainError('forbidden', needsBusiness)
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    await refusePlatformDomains(tx, domain)
    await enforceLimit(tx, services, actor.accountId, 'domains')
    const [row] = await tx
      .insert(domains)
      .values({
        id: newId(),
        ownerId: actor.ownerId,
        domain,
        verificationToken: randomBytes(16).toString('hex'),
        createdAt: new Date(now),
        awaitedSince: new Date(now),
        nextCheckAt: new Date(now + firstPauseMs),
      })
      .onConflictDoNothing({ target: [domains.ownerId, domains.domain] })
      .returning()
    if (!row) throw new DomainError('conflict', domainExists)
    await recordChange(tx, services, actor)
    return { ...toDomain(row), dnsRecords: recordsOf(row, services.dns.mxHost) }
  })
}

/** The platform domains and their subdomains are shared, so no account can claim them. */
async function refusePlatformDomains(tx: Db, domain: string): Promise<void> {
  const ours = await tx
    .select({ id: platformDomains.id })
    .from(platformDomains)
    .where(sql`${domain} = domain or ${domain} like '%.' || domain`)
  if (ours.length === 0) return
  const message = 'domain must not be a platform domain or below one'
  throw new ValidationError([{ property: 'domain', rule: 'isFqdn', message, receivedValue: domain }])
}
