import { createSingleFlight } from '@waypost/concurrency'
import { Client, type ClientConfig } from 'pg'
import type { Host, Hosts } from './read-hosts.ts'

const keptMs = 1000
const timeoutMs = 3000

export interface HostFinder {
  /** The first host that takes writes, beginning with the last one found; rejects with a reason for each host where none does. */
  find(): Promise<Host>
  /** The host that was found last; before that, the first. */
  last(): Host
}

/**
 * Finds which of several hosts to connect to. What was found is kept for a second, so that a pool that fills asks once.
 *
 * @param config of the connections with which it asks
 */
export function createHostFinder({ hosts, mustWrite }: Hosts, config: ClientConfig): HostFinder {
  const once = createSingleFlight<Host>()
  let last = hosts[0]
  let foundAt = -Infinity

  const search = async (): Promise<Host> => {
    const reasons: string[] = []
    for (const each of [last, ...hosts.filter((host) => host !== last)]) {
      const reason = await findReason(each)
      if (reason === undefined) {
        foundAt = performance.now()
        return (last = each)
      }
      reasons.push(`${each.host}:${each.port} ${reason}`)
    }
    throw new NoHostError(reasons)
  }
  /** Why a host cannot be used; undefined if it can. */
  const findReason = async ({ host, port }: Host): Promise<string | undefined> => {
    const client = new Client({
      ...config,
      host,
      port,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ takes_writes: boolean }>(
        `select not pg_is_in_recovery() and not current_setting('default_transaction_read_only')::boolean as takes_writes`,
      )
      return mustWrite && !rows[0]!.takes_writes ? 'takes no writes' : undefined
    } catch (error) {
      return (error as Error).message
    } finally {
      // It may never answer.
      client.end().catch(() => {})
    }
  }
  return {
    find: async () => (performance.now() - foundAt < keptMs ? last : once('', search)),
    last: () => last,
  }
}

class NoHostError extends Error {
  /** As if the server were not there. */
  readonly code = 'ECONNREFUSED'
  constructor(reasons: string[]) {
    super(`none of the database's hosts can be used: ${reasons.join('; ')}`)
  }
}
