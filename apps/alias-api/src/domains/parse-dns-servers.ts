import { Resolver } from 'node:dns'
import { parseList } from '@waypost/http'

/** Parses `DNS_SERVERS`, such as `9.9.9.9, [2620:fe::fe]:53, 127.0.0.1:5353`. Throws for an invalid address. */
export function parseDnsServers(text: string): string[] {
  const servers = parseList(text)
  try {
    if (servers.length > 0) new Resolver().setServers(servers)
  } catch {
    throw new Error(
      'must be a list of addresses, each with or without a port, such as 9.9.9.9, 127.0.0.1:5353',
    )
  }
  return servers
}
