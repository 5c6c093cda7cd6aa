import { installPlanLimits } from '../limits/install-plan-limits.ts'
import { installPlanSenders } from '../plan-senders/install-plan-senders.ts'
import { installPlatformDomains } from '../platform-domains/install-platform-domains.ts'
import { refuseClaimedDomains } from '../platform-domains/refuse-claimed-domains.ts'
import type { ApiServices } from '../services.ts'
import type { ApiProcess } from './api-process.ts'

/** Writes those settings of the process to the database that other processes read there. */
export async function installSettings(
  { env }: Pick<ApiProcess, 'env'>,
  services: ApiServices,
): Promise<void> {
  const platformDomains = env.ALIAS_PLATFORM_DOMAINS.map(({ domain }) => domain)
  await refuseClaimedDomains(services.db, platformDomains, [...env.ALIAS_SENDING_SUBDOMAINS.values()])
  await installPlatformDomains(services, env.ALIAS_PLATFORM_DOMAINS)
  await installPlanSenders(services, env.ALIAS_SENDING_SUBDOMAINS)
  await installPlanLimits(services, {
    recipientsPerDay: env.ALIAS_LIMIT_RECIPIENTS_PER_DAY,
    addressesByRulePerHour: env.ALIAS_LIMIT_ADDRESSES_BY_RULE_PER_HOUR,
    storedBytes: env.ALIAS_LIMIT_STORED_BYTES,
    webhooks: env.ALIAS_LIMIT_WEBHOOKS,
    addresses: env.ALIAS_LIMIT_ADDRESSES,
    forwardingAddresses: env.ALIAS_LIMIT_FORWARDING_ADDRESSES,
    domains: env.ALIAS_LIMIT_DOMAINS,
    subdomains: env.ALIAS_LIMIT_SUBDOMAINS,
  })
}
