import { sql } from 'drizzle-orm'
import { plan, type Plan } from '../accounts/plans.ts'
import { planLimits } from '../db/limit-tables.ts'
import type { Services } from '../services.ts'
import type { LimitName } from './limit-name.ts'

export type PlanLimits = Record<LimitName, Record<Plan, number>>

/** Updates the table to the operator's current numbers, which hold from the next request on. */
export async function installPlanLimits({ db }: Pick<Services, 'db'>, limits: PlanLimits): Promise<void> {
  const rows = plan.options.map((each) => ({
    plan: each,
    recipientsPerDay: limits.recipientsPerDay[each],
    storedBytes: limits.storedBytes[each],
    webhooks: limits.webhooks[each],
    addresses: limits.addresses[each],
    forwardingAddresses: limits.forwardingAddresses[each],
    domains: limits.domains[each],
    subdomains: limits.subdomains[each],
    addressesByRulePerHour: limits.addressesByRulePerHour[each],
  }))
  await db
    .insert(planLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: planLimits.plan,
      set: {
        recipientsPerDay: sql`excluded.recipients_per_day`,
        storedBytes: sql`excluded.stored_bytes`,
        webhooks: sql`excluded.webhooks`,
        addresses: sql`excluded.addresses`,
        forwardingAddresses: sql`excluded.forwarding_addresses`,
        domains: sql`excluded.domains`,
        subdomains: sql`excluded.subdomains`,
        addressesByRulePerHour: sql`excluded.addresses_by_rule_per_hour`,
      },
    })
}
