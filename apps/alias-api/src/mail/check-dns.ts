import { Resolver } from 'node:dns/promises'
import { askDns } from '../domains/check-records.ts'
import type { DnsOptions } from '../services.ts'

/** Checks that DNS answers, without which no sender is authenticated and no domain found: why it does not. */
export function checkDns({ mxHost, servers, timeoutMs }: DnsOptions): () => Promise<string | undefined> {
  return async () => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    // That the name does not exist is an answer as well.
    const answer = await askDns(() => resolver.resolve4(mxHost))
    if (answer !== undefined) return undefined
    return `DNS does not answer (${resolver.getServers().join(', ')})`
  }
}
