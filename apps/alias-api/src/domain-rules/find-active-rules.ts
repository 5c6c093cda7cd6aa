import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { plan, planLimits, type Plan } from '../accounts/plans.ts'
import { accounts, domainRules, domains } from '../db/tables.ts'
import type { DomainRuleRow } from './domain-rule.ts'

const plansWithDomains = plan.options.filter((each) => planLimits[each].hasCustomDomains)

/** Whether an account may still have names below platform domains. */
const hasSubdomains = sql`coalesce(
  (select subdomains from alias.account_limits own where own.account_id = ${accounts.id}),
  (select subdomains from alias.plan_limits of_plan where of_plan.plan = ${accounts.plan})) > 0`

/** A rule that acts, and the plan of its account. */
export type ActiveRule = DomainRuleRow & { plan: Plan }

/**
 * The active rules of a verified domain, in their order, for an address that has no alias; none where its alias was
 * deleted. The live ones of a domain come before the test ones.
 */
export async function findActiveRules(db: Db, address: string, domain: string): Promise<ActiveRule[]> {
  const rows = await db
    .select({ rule: domainRules, plan: accounts.plan })
    .from(domains)
    .innerJoin(domainRules, eq(domainRules.domainId, domains.id))
    .innerJoin(accounts, eq(accounts.id, sql`substr(${domains.ownerId}, length('live:') + 1)`))
    .where(
      and(
        eq(domains.domain, domain),
        eq(domains.status, 'verified'),
        domainRules.isActive,
        or(
          and(isNull(domains.platformDomain), inArray(accounts.plan, plansWithDomains)),
          and(isNotNull(domains.platformDomain), hasSubdomains),
        ),
        sql`not exists (
          select from alias.deleted_names name
          where name.owner_id = ${domains.ownerId} and name.address_hash = sha256(convert_to(${address}, 'UTF8'))
        )`,
      ),
    )
    .orderBy(asc(domains.ownerId), asc(domainRules.position), asc(domainRules.id))
  return rows.map(({ rule, plan: of }) => ({ ...rule, plan: of }))
}
