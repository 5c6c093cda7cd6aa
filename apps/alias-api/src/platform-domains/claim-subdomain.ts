import { and, eq, isNull, sql } from 'drizzle-orm'
import { DomainError, ValidationError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { z } from 'zod'
import { accountOf } from '../accounts/owner.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { domains, platformDomains, subdomainNames } from '../db/tables.ts'
import { toDomain, type Domain } from '../domains/domain.ts'
import { enforceLimit } from '../limits/enforce-limit.ts'
import type { Actor, ApiServices } from '../services.ts'
import { subdomainName } from './subdomain-name.ts'

/** How many names an account can claim, those among them that it has released. */
const mostNames = 5

export const newSubdomain = z.strictObject({ name: subdomainName })

export const platformDomainNotFound = 'Platform domain not found'
export const nameTaken = 'This name is taken'
// Names are few, and for good.
export const notByTestKeys = 'A test key can claim no names'
export const namesUsedUp = `An account can claim ${mostNames} names, those among them that it has released`

/**
 * Gives an account a name below a platform domain, on which it then has aliases as on a domain of its own. Of two accounts
 * that claim a name at the same moment one gets it. A name stays with its account for good: mail that is meant for its
 * aliases never comes to somebody else.
 *
 * @throws LimitError where the account may have no more
 */
export async function claimSubdomain(
  services: ApiServices,
  actor: Actor,
  platformDomainId: string,
  { name }: z.infer<typeof newSubdomain>,
): Promise<Domain> {
  const { db, clock, directory } = services
  const { accountId, ownerId } = actor
  if (accountOf(ownerId).mode === 'test') throw new DomainError('forbidden', notByTestKeys)
  const now = new Date(clock.now())
  return db.transaction(async (tx) => {
    const platformDomain = await findOffered(tx, actor, platformDomainId)
    const domain = `${name}.${platformDomain}`
    await refuseOperatorsNames(tx, services, { name, domain })
    await enforceLimit(tx, services, accountId, 'subdomains')
    await claimName(directory ? await directory.first(tx) : tx, accountId, domain, now)
    const [row] = await tx
      .insert(domains)
      .values({
        id: newId(),
        ownerId,
        domain,
        status: 'verified',
        verificationToken: '',
        verifiedAt: now,
        platformDomain,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new DomainError('conflict', nameTaken)
    await recordChange(tx, services, actor)
    return toDomain(row)
  })
}

async function findOffered(tx: Db, { plan }: Actor, id: string): Promise<string> {
  const [found] = await tx
    .select()
    .from(platformDomains)
    .where(and(eq(platformDomains.id, id), isNull(platformDomains.retiredAt)))
  if (!found) throw new DomainError('not_found', platformDomainNotFound)
  if (!found.hasSubdomains || !found.plans.includes(plan))
    throw new DomainError('forbidden', `The plan ${plan} has no names below ${found.domain}`)
  return found.domain
}

/** Names below which, or at which, the operator has something already. */
async function refuseOperatorsNames(
  tx: Db,
  { dns, systemMail }: Pick<ApiServices, 'dns' | 'systemMail'>,
  { name, domain }: { name: string; domain: string },
): Promise<void> {
  const { rows } = await tx.execute<{ domain: string }>(sql`
    select domain from alias.platform_domains
    union all select subdomain || substr(${domain}::text, ${name.length + 1}) from alias.plan_senders
  `)
  const from = systemMail.from.split('@')[1] ?? ''
  const used = [dns.mxHost, new URL(systemMail.publicUrl).hostname, from, ...rows.map((row) => row.domain)]
  if (!used.some((each) => each === domain || each.endsWith(`.${domain}`))) return
  throw new ValidationError([
    { property: 'name', rule: 'isIn', message: 'name is reserved', receivedValue: name },
  ])
}

/**
 * Whoever claims a name first has it. The account is locked, so that it cannot claim several last ones at once.
 *
 * @param first the first database, which has the names of all
 */
async function claimName(first: Db, accountId: string, domain: string, claimedAt: Date): Promise<void> {
  await first.insert(subdomainNames).values({ domain, accountId, claimedAt }).onConflictDoNothing()
  const [claimed] = await first.select().from(subdomainNames).where(eq(subdomainNames.domain, domain))
  if (claimed?.accountId !== accountId) throw new DomainError('conflict', nameTaken)
  const names = await first.$count(subdomainNames, eq(subdomainNames.accountId, accountId))
  if (names > mostNames) throw new DomainError('forbidden', namesUsedUp)
}
