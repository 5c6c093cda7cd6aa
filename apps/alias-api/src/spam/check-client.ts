import { Resolver } from 'node:dns/promises'
import { askDns } from '../domains/check-records.ts'
import type { DnsOptions } from '../services.ts'
import { createIprev } from './create-iprev.ts'
import type { DnsblZone } from './parse-dnsbl-zones.ts'
import { reverseName } from './reverse-name.ts'
import type { SpamReason } from './spam.ts'

export interface ClientChecks {
  zones: DnsblZone[]
  /** What it adds that no name of a server in DNS leads back to its address; 0: its names are not looked for. */
  iprevScore: number
  dns: Pick<DnsOptions, 'servers' | 'timeoutMs'>
}

/** What DNS says against the server that delivered a message. What has not been answered in time says nothing. */
export type CheckClient = (clientIp: string, dnsMs: number) => Promise<SpamReason[]>

export function createClientChecks({ zones, iprevScore, dns }: ClientChecks, now: () => number): CheckClient {
  const leadsBack = createIprev(now)
  return async (clientIp, dnsMs) => {
    const name = reverseName(clientIp)
    if (name === undefined) return []
    const found: SpamReason[] = []
    let opened: Resolver | undefined
    const resolver = () => (opened ??= openResolver(dns, dnsMs))
    const lookups = zones.map(async ({ zone, score }) => {
      const listed = await askDns(() => resolver().resolve4(`${name}.${zone}`))
      // Other answers say that the list refuses to be asked.
      if (!listed?.some((address) => address.startsWith('127.0.0.'))) return
      found.push({ rule: `dnsbl:${zone}`, score, description: `${zone} lists the server ${clientIp}.` })
    })
    const checkName = async () => {
      if ((await leadsBack(clientIp, resolver)) !== false) return
      const description = `No name of the server ${clientIp} in DNS leads back to it.`
      found.push({ rule: 'iprev', score: iprevScore, description })
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, dnsMs)
    })
    await Promise.race([Promise.all([...lookups, iprevScore > 0 && checkName()]), late])
    clearTimeout(timer)
    opened?.cancel()
    return [...found]
  }
}

function openResolver({ servers, timeoutMs }: ClientChecks['dns'], dnsMs: number): Resolver {
  const resolver = new Resolver({ timeout: Math.min(timeoutMs, dnsMs), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
