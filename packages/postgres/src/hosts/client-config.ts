import { callbackify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { createHostFinder, type HostFinder } from './host-finder.ts'
import { readHosts } from './read-hosts.ts'

/** Settings for `pg.Pool`, pg-boss and `createClient`. */
export interface HostConfig extends ClientConfig {
  /** Present where the URL leaves a choice of hosts; it makes it at each connection. */
  Client?: typeof Client
  /** Which host it has chosen. */
  hosts?: HostFinder
}

// A machine that is gone resets no connections: without this, a query to it would hang for a quarter of an hour.
const answeredWithinMs = 60_000

const finders = new Map<string, HostFinder>()

/**
 * Settings with which clients connect to the host of a URL or, where it names several, to the one that will do: after a
 * failover new connections go to the new primary.
 */
export function hostConfig(url: string): HostConfig {
  const hosts = readHosts(url)
  if (hosts.hosts.length === 1 && !hosts.mustWrite) return { connectionString: hosts.url }
  const config = parseIntoClientConfig(hosts.url)
  // All pools of a process look for the same host.
  const finder = finders.get(url) ?? createHostFinder(hosts, config)
  finders.set(url, finder)
  return { ...config, query_timeout: answeredWithinMs, Client: choosingClient(finder), hosts: finder }
}

/** A connection that is not a pool's. */
export function createClient({ url, ...config }: { url: string } & ClientConfig): Client {
  const { Client: Choosing = Client, ...settings } = hostConfig(url)
  return new Choosing({ ...settings, ...config })
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void)

function choosingClient(finder: HostFinder): typeof Client {
  return class extends Client {
    override connect(): Promise<Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<Client> | void {
      if (!callback) return this.#connectToFound()
      callbackify(() => this.#connectToFound())(callback as (error: Error | null, client: Client) => void)
    }

    async #connectToFound(): Promise<Client> {
      Object.assign(this, await finder.find())
      return super.connect()
    }
  }
}
