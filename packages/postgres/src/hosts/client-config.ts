import { callbackify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { createHostFinder, type HostFinder } from './host-finder.ts'
import { readHosts } from './read-hosts.ts'

/** Settings for `pg.Pool`, pg-boss and `createClient`. */
export interface HostConfig extends ClientConfig {
  /** Where the URL names several hosts: a client that chooses one of them when it connects. */
  Client?: typeof Client
  /** Tells which host such clients have chosen last. */
  hosts?: HostFinder
}

const finders = new Map<string, HostFinder>()

/**
 * Settings with which clients connect to the host of a database URL. Where it names several, they connect to the first that
 * takes writes, so that new connections go to the new primary after a failover.
 */
export function hostConfig(url: string): HostConfig {
  const hosts = readHosts(url)
  if (hosts.hosts.length === 1 && !hosts.mustWrite) return { connectionString: hosts.url }
  const config = parseIntoClientConfig(hosts.url)
  // All pools of a process look for the same host.
  const finder = finders.get(url) ?? createHostFinder(hosts, config)
  finders.set(url, finder)
  return { ...config, Client: choosingClient(finder), hosts: finder }
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
