import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { DnsOptions } from '../services.ts'
import { DeliveryError } from './delivery-error.ts'

const mostExchanges = 5

/**
 * The hosts that accept mail for a domain, in the order in which to try them (RFC 5321 section 5.1).
 *
 * @throws DeliveryError where there is none, permanently or temporarily
 */
export async function findExchanges(
  domain: string,
  { servers, timeoutMs, mxHost }: DnsOptions,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const records = await resolver.resolveMx(domain).catch((error: { code?: string }) => {
    if (error.code === NOTFOUND) throw new DeliveryError(`550 5.1.2 The domain ${domain} does not exist`)
    // A domain without MX records is its own mail host, if it has an address (RFC 5321 section 5.1).
    if (error.code === NODATA) return [{ exchange: domain, priority: 0 }]
    throw new DeliveryError(`451 4.4.3 DNS does not answer for the MX records of ${domain}`)
  })
  // Null MX (RFC 7505).
  if (records.every(({ exchange }) => exchange === '' || exchange === '.'))
    throw new DeliveryError(`556 5.1.10 ${domain} accepts no mail`)
  const own = records.find(({ exchange }) => exchange.toLowerCase() === mxHost)
  // Hosts of equal or lower preference than this host would loop the mail back to it.
  const exchanges = records.filter(({ priority }) => own === undefined || priority < own.priority)
  if (exchanges.length === 0)
    throw new DeliveryError(`554 5.4.6 Mail for ${domain} would loop back to this host`)
  return exchanges
    .map(({ exchange, priority }) => ({ exchange: exchange.toLowerCase(), priority, chance: Math.random() }))
    .toSorted((one, other) => one.priority - other.priority || one.chance - other.chance)
    .slice(0, mostExchanges)
    .map(({ exchange }) => exchange)
}
